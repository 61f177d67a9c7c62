import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sandbox, sandbox } from '#engine/node/testing/sandbox.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')
let box: Sandbox
beforeEach(async () => {
  box = await sandbox()
})
afterEach(() => box.remove())

const folders = () => ['--definitions', box.definitions, '--locales', box.locales]
const run = (...args: string[]) =>
  execFileSync(process.execPath, [leadwright, ...args, ...folders()], { encoding: 'utf8' })
const refused = (...args: string[]) =>
  spawnSync(process.execPath, [leadwright, ...args, ...folders()], { encoding: 'utf8' })

test('what is new runs as it is written', () => {
  expect(run('new', 'form', 'callback', '--title', 'Call me back')).toContain('live at /forms/callback')
  expect(run('new', 'page', 'call', '--path', '/call-me', '--title', 'Call me', '--form', 'callback')).toContain(
    '/call-me',
  )
  expect(run('new', 'partner', 'acme', '--name', 'Acme', '--form', 'callback')).toContain('partners key acme')
  const chatting = ['--name', 'Lapis', '--sender', 'post@lapis.example', '--chat', 'https://chat.example/a.js']
  expect(run('new', 'brand', 'lapis', ...chatting)).toContain('written')
  expect(run('new', 'layout', 'campaign')).toContain('"layout": "campaign"')
  expect(run('new', 'menu', 'top', '--title', 'Top', '--page', 'privacy')).toContain('"menu": "top"')
  run('new', 'consent', 'news', '--text', 'Send me news.')
  expect(run('new', 'article', 'meters', '--title', 'Zähler lesen', '--language', 'de')).toContain('blog/meters/de.md')
  expect(run('check')).toMatch(/^No problems: \d+ forms/)
  // It is a remark of `check` until a page shows it.
  expect(run('new', 'block', 'why', '--title', 'Why?', '--text', 'Because.')).toContain('{ "use": "why" }')
})

test('what cannot be is refused with what to do', () => {
  expect(refused('new', 'form', 'home-insurance', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Choose another id'),
  })
  expect(refused('new', 'form', '2nd', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('begins with a small letter'),
  })
  expect(refused('new', 'form', 'callback')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--title --language'),
  })
  expect(refused('new', 'questionnaire', 'x').status).toBe(2)
})

test('the address is the one in its language', () => {
  const rates = run('new', 'form', 'rates', '--title', 'Tarife', '--language', 'de')
  expect(rates).toContain('It is live at /de/forms/rates.')
  const page = ['new', 'page', 'rates', '--path', '/tarife', '--title', 'Tarife', '--form', 'rates', '--language', 'de']
  expect(run(...page)).toContain('It is live at /de/tarife.')
})

test('what would be a mistake is not written, and other mistakes keep nothing from being written', async () => {
  await box.edit('definitions/forms/telecom.json', '"list": "operators"', '"list": "operator"')
  const path = join(box.definitions, 'partners/acme.json')
  expect(refused('new', 'partner', 'acme', '--name', 'Acme', '--form', 'home-insurace')).toMatchObject({
    status: 1,
    stderr: 'There is no form "home-insurace". Did you mean "home-insurance"?\nNothing was written.\n',
  })
  expect(existsSync(path)).toBe(false)
  expect(refused('new', 'page', 'rates', '--path', '/api/rates', '--title', 'x', '--form', 'energy')).toMatchObject({
    status: 1,
    stderr: "Addresses under /api are the server's own. Choose another path.\nNothing was written.\n",
  })
  run('new', 'partner', 'acme', '--name', 'Acme', '--form', 'home-insurance')
  expect(existsSync(path)).toBe(true)
})
