import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/testing/running-server.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')

test('what is called otherwise now is written so, and what cannot be migrated is said with file and line', () => {
  const folder = temporaryFolder()
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [leadwright, ...words], { cwd: folder, encoding: 'utf8' })
  expect(run('init', '.', '--yes', '--name', 'Acme').status).toBe(0)
  expect(run('migrate')).toMatchObject({ status: 0, stdout: 'All files have the current format.\n' })
  const form = join(folder, 'definitions/forms/contact.json')
  const before = readFileSync(form, 'utf8')
  writeFileSync(form, before.replace('"submitLabel": ', '"colour": "red",\n  "send": '))
  const { status, stdout } = run('migrate', '--write')
  expect(stdout).toContain('definitions/forms/contact.json: "send" is "submitLabel" now')
  expect(stdout).toMatch(/Not migrated: definitions\/forms\/contact\.json:\d+:3 Unknown key "colour"/)
  expect(status).toBe(1)
  const after = readFileSync(form, 'utf8')
  expect(after).toContain('"submitLabel": "Send my message"')
  writeFileSync(form, after.replace('"colour": "red",', ''))
  expect(run('migrate').status).toBe(0)
})
