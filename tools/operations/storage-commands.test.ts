import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { storeLead } from '../../server/leads/store-lead.ts'
import { sampleLead } from '../../server/leads/testing/sample-lead.ts'
import { temporaryFile, temporaryStorage } from '../../server/storage/testing/temporary-storage.ts'
import { runCommand } from '../../server/testing/run-command.ts'

test('operators are told what was done, what was not, and what to do', async () => {
  const file = await temporaryFile()
  const folder = dirname(file)
  const storage = await temporaryStorage(file)
  const lead = sampleLead({ answers: { email: 'ada@example.com' } })
  await storeLead(storage, lead)
  const run = (...words: string[]) => runCommand(words, { DATA_DIR: folder })
  const backup = join(folder, 'backup.db')

  expect(await run('storage', 'backup', backup)).toEqual({
    code: 0,
    said: `The backup is ${backup}. It holds personal data.`,
  })
  const unsure = await run('storage', 'restore', backup)
  expect(unsure).toEqual({ code: 2, said: expect.stringContaining('Add --yes') })
  const restored = await run('storage', 'restore', backup, '--yes')
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('The previous database is in') })

  const erased = await run('person', 'erase', '--email', 'Ada@example.com')
  expect(erased.code).toBe(0)
  expect(erased.said).toContain(`erased ${lead.id}`)
  // The state that the restore kept.
  expect(erased.said).toMatch(/Older copies .* leadwright\.db\..*\.before-restore/)
  expect(await readFile(join(folder, 'erasures'), 'utf8')).toMatch(/^([\w-]{43} \S+\n){2}$/)
  const none = await run('person', 'erase', '--email', 'grace@example.com')
  expect(none).toMatchObject({ code: 1, said: expect.stringContaining('The address is recorded') })

  const elsewhere = await runCommand(['storage', 'copy'], {
    DATA_DIR: `${folder}/none`,
    DATABASE_URL: 'postgres://nobody',
  })
  expect(elsewhere).toEqual({ code: 1, said: expect.stringContaining('There is no database') })
  expect(await run('storage', 'copy')).toMatchObject({ code: 2, said: expect.stringContaining('DATABASE_URL') })
  const outside = await runCommand(['storage', 'backup', backup], { DATABASE_URL: 'postgres://nobody' })
  expect(outside).toMatchObject({ code: 1, said: expect.stringContaining('pg_dump') })
})
