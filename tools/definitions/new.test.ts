import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'

const leadwright = join(import.meta.dirname, '../leadwright.ts')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwright-new-'))
  writeTree(folder, smallTree)
})
afterEach(() => rmSync(folder, { recursive: true }))

const folders = () => ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
const run = (...args: string[]) =>
  execFileSync(process.execPath, [leadwright, ...args, ...folders()], { encoding: 'utf8' })
const refused = (...args: string[]) =>
  spawnSync(process.execPath, [leadwright, ...args, ...folders()], { encoding: 'utf8' })

test('what is new runs as it is written', () => {
  expect(run('new', 'form', 'callback', '--title', 'Call me back')).toContain('live at /forms/callback')
  expect(run('new', 'page', 'call', '--path', '/call-me', '--title', 'Call me', '--form', 'callback')).toContain(
    '/call-me',
  )
  expect(run('new', 'partner', 'birch', '--name', 'Birch', '--form', 'callback')).toContain('partners key birch')
  const chatting = ['--name', 'Lapis', '--sender', 'post@lapis.example', '--chat', 'https://chat.example/a.js']
  expect(run('new', 'brand', 'lapis', ...chatting)).toContain('written')
  expect(run('new', 'layout', 'campaign')).toContain('"layout": "campaign"')
  expect(run('new', 'menu', 'top', '--title', 'Top', '--page', 'privacy')).toContain('"menu": "top"')
  run('new', 'consent', 'news', '--text', 'Send me news.')
  expect(run('check')).toMatch(/^No errors: \d+ forms/)
  // It is a remark of `check` until a page shows it.
  expect(run('new', 'block', 'why', '--title', 'Why?', '--text', 'Because.')).toContain('{ "use": "why" }')
})

test('a partner is asked what its way of delivery needs, and told which variables to set', () => {
  const named = (id: string, delivery: string, ...flags: string[]) =>
    run('new', 'partner', id, '--name', id, '--form', 'letter', '--delivery', delivery, ...flags)
  const url = ['--url', 'https://api.birch.example/leads']
  expect(named('hook-co', 'webhook', ...url)).toContain('Set HOOK_CO_SECRET in the environment.')
  expect(named('mail-co', 'email', '--to', 'a@birch.example')).toContain('Set SMTP_URL in the environment.')
  const key = ['--authorization', 'query', '--key', 'api_key', '--body', 'form']
  expect(named('flat', 'http', ...url, ...key)).toContain('Set FLAT_KEY in')
  const token = ['--token-url', 'https://login.birch.example/token', '--scope', 'leads']
  const said = named('modern', 'http', ...url, '--authorization', 'oauth2', ...token)
  expect(said).toContain('Set MODERN_CLIENT_ID and MODERN_CLIENT_SECRET in')
  expect(run('check')).toMatch(/^No errors: \d+ forms/)
  expect(JSON.parse(readFileSync(join(folder, 'definitions/partners/flat.json'), 'utf8')).deliveries).toEqual({
    api: {
      ...{ kind: 'http', url: 'https://api.birch.example/leads', body: 'form' },
      authorization: { query: { name: 'api_key', variable: 'FLAT_KEY' } },
    },
  })
  const refusal = (...flags: string[]) => refused('new', 'partner', 'elm', ...flags).stderr
  expect(refusal('--delivery', 'http', '--authorization', 'oauth2')).toBe(
    [
      'Add --name: What is the partner called?',
      'Add --url: Which address does it have?',
      'Add --token-url: What is the address of its token endpoint?',
      'No file was written.\n',
    ].join('\n'),
  )
  expect(refusal('--name', 'Elm', '--delivery', 'htp')).toContain('--delivery cannot be "htp". Did you mean "http"?')
  expect(refusal('--name', 'Elm', ...url)).toContain('--url does not apply here. Remove it.')
  expect(refusal('--name', 'Elm', '--delivery', 'webhook', '--url', 'elm')).toContain(
    'does not have the form this needs',
  )
  expect(existsSync(join(folder, 'definitions/partners/elm.json'))).toBe(false)
})

test('an article is begun in the blog that there is', async () => {
  const box = await sandbox()
  onTestFinished(box.remove)
  const inBox = (...args: string[]) => {
    const call = [leadwright, ...args, '--definitions', box.definitions, '--locales', box.locales]
    return execFileSync(process.execPath, call, { encoding: 'utf8' })
  }
  const article = ['article', 'meters', '--title', 'Zähler lesen', '--language', 'de']
  expect(inBox('new', ...article)).toContain('blog/meters/de.md')
  expect(inBox('check')).toMatch(/^No errors: \d+ forms/)
})

test('what cannot be is refused with what to do', () => {
  expect(refused('new', 'form', 'letter', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Choose another id'),
  })
  expect(refused('new', 'form', '2nd', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('begins with a lower-case letter'),
  })
  expect(refused('new', 'form', 'callback')).toMatchObject({
    status: 1,
    stderr: 'Add --title: What is the form called?\nNo file was written.\n',
  })
  expect(refused('new', 'questionnaire', 'x').status).toBe(2)
})

test('the address is the one in its language', () => {
  const rates = run('new', 'form', 'rates', '--title', 'Tarife', '--language', 'de')
  expect(rates).toContain('It is live at /de/forms/rates.')
  const page = ['new', 'page', 'rates', '--path', '/tarife', '--title', 'Tarife', '--form', 'rates', '--language', 'de']
  expect(run(...page)).toContain('It is live at /de/tarife.')
})

test('what would be a mistake is not written, and other mistakes keep nothing from being written', () => {
  const solar = 'definitions/forms/solar.json'
  writeTree(folder, { [solar]: smallTree[solar]?.replace('"optionList": "suppliers"', '"list": "supplier"') ?? '' })
  const path = join(folder, 'definitions/partners/birch.json')
  expect(refused('new', 'partner', 'birch', '--name', 'Birch', '--form', 'lettre')).toMatchObject({
    status: 1,
    stderr: 'There is no form "lettre". Did you mean "letter"?\nNo file was written.\n',
  })
  expect(existsSync(path)).toBe(false)
  expect(refused('new', 'page', 'rates', '--path', '/api/rates', '--title', 'x', '--form', 'letter')).toMatchObject({
    status: 1,
    stderr: "Addresses under /api are the server's own. Choose another path.\nNo file was written.\n",
  })
  run('new', 'partner', 'birch', '--name', 'Birch', '--form', 'letter')
  expect(existsSync(path)).toBe(true)
})
