import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { recordChoice } from '../../server/cookie-consents/routes.ts'
import { temporaryFile, temporaryStorage } from '../../server/storage/testing/temporary-storage.ts'
import { runHere } from '../testing/run-here.ts'

test('whoever names the number in the cookie settings is told what was recorded', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const id = '3f2b8c1e-5a4d-4c6f-9e7a-1b2c3d4e5f60'
  const of = { id, brand: 'default', locale: 'en', text_hash: '2f9a', given_at: '2026-11-20T10:00:00.000Z' }
  const text = 'May we load\n[Accept all] [Reject all]'
  await recordChoice(storage, { ...of, number: 1, action: 'accept', categories: '["analytics","marketing"]' }, text)
  await recordChoice(storage, { ...of, number: 2, action: 'reject', categories: '[]' }, null)
  const show = async (...words: string[]) => {
    const { status, stdout, stderr } = await runHere(['cookie-consents', 'show', ...words], { DATA_DIR: dirname(file) })
    return { code: status, said: `${stdout}${stderr}`.trim() }
  }

  const choice = (number: number, action: string, agreed: string) => `Choice ${number}: ${action}
  consented to ${agreed}
  time         2026-11-20T10:00:00.000Z
  shown in     en, by the brand default
  text         2f9a

    May we load
    [Accept all] [Reject all]`
  expect(await show(` ${id.toUpperCase()} `)).toEqual({
    code: 0,
    said: `${choice(1, 'accept', 'analytics, marketing')}\n\n${choice(2, 'reject', 'nothing')}`,
  })
  const { said } = await show(id, '--json')
  expect(said.split('\n').map((line) => JSON.parse(line))).toEqual([
    { ...of, number: 1, action: 'accept', categories: ['analytics', 'marketing'], text },
    { ...of, number: 2, action: 'reject', categories: [], text },
  ])
  expect(await show(id.slice(0, 8))).toEqual({ code: 1, said: 'No choice is recorded under this number.' })
})
