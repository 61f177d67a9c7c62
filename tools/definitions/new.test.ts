import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { runHere } from '../testing/run-here.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwright-new-'))
  writeTree(folder, smallTree)
})
afterEach(() => rmSync(folder, { recursive: true }))

const folders = () => ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
const refused = (...args: string[]) => runHere([...args, ...folders()], {})
async function run(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await refused(...args)
  expect(status, stderr).toBe(0)
  return stdout
}

test('what is new runs as it is written', async () => {
  expect(await run('new', 'form', 'callback', '--title', 'Call me back')).toContain('live at /forms/callback')
  expect(await run('new', 'page', 'call', '--path', '/call-me', '--title', 'Call me', '--form', 'callback')).toContain(
    '/call-me',
  )
  expect(await run('new', 'partner', 'birch', '--name', 'Birch', '--form', 'callback')).toContain('partners key birch')
  const chatting = ['--name', 'Lapis', '--sender', 'post@lapis.example', '--chat', 'https://chat.example/a.js']
  expect(await run('new', 'brand', 'lapis', ...chatting)).toContain('written')
  expect(await run('new', 'layout', 'campaign')).toContain('"layout": "campaign"')
  expect(await run('new', 'menu', 'top', '--title', 'Top', '--page', 'privacy')).toContain('"menu": "top"')
  await run('new', 'consent', 'news', '--text', 'Send me news.')
  expect(await run('check')).toMatch(/^No errors: \d+ forms/)
  // It is a remark of `check` until a page shows it.
  expect(await run('new', 'block', 'why', '--title', 'Why?', '--text', 'Because.')).toContain('{ "use": "why" }')
})

test('a partner is asked what its way of delivery needs, and told which variables to set', async () => {
  const named = (id: string, delivery: string, ...flags: string[]) =>
    run('new', 'partner', id, '--name', id, '--form', 'letter', '--delivery', delivery, ...flags)
  const url = ['--url', 'https://api.birch.example/leads']
  expect(await named('hook-co', 'webhook', ...url)).toContain('Set HOOK_CO_SECRET in the environment.')
  expect(await named('mail-co', 'email', '--to', 'a@birch.example')).toContain('Set SMTP_URL in the environment.')
  const key = ['--authorization', 'query', '--key', 'api_key', '--body', 'form']
  expect(await named('flat', 'http', ...url, ...key)).toContain('Set FLAT_KEY in')
  const token = ['--token-url', 'https://login.birch.example/token', '--scope', 'leads']
  const said = await named('modern', 'http', ...url, '--authorization', 'oauth2', ...token)
  expect(said).toContain('Set MODERN_CLIENT_ID and MODERN_CLIENT_SECRET in')
  expect(await run('check')).toMatch(/^No errors: \d+ forms/)
  expect(JSON.parse(readFileSync(join(folder, 'definitions/partners/flat.json'), 'utf8')).deliveries).toEqual({
    api: {
      ...{ kind: 'http', url: 'https://api.birch.example/leads', body: 'form' },
      authorization: { query: { name: 'api_key', variable: 'FLAT_KEY' } },
    },
  })
  const refusal = async (...flags: string[]) => (await refused('new', 'partner', 'elm', ...flags)).stderr
  expect(await refusal('--delivery', 'http', '--authorization', 'oauth2')).toBe(
    [
      'Add --name: What is the partner called?',
      'Add --url: Which address does it have?',
      'Add --token-url: What is the address of its token endpoint?',
      'No file was written.\n',
    ].join('\n'),
  )
  expect(await refusal('--name', 'Elm', '--delivery', 'htp')).toContain(
    '--delivery cannot be "htp". Did you mean "http"?',
  )
  expect(await refusal('--name', 'Elm', ...url)).toContain('--url does not apply here. Remove it.')
  expect(await refusal('--name', 'Elm', '--delivery', 'webhook', '--url', 'elm')).toContain(
    'does not have the form this needs',
  )
  expect(existsSync(join(folder, 'definitions/partners/elm.json'))).toBe(false)
})

test('an article is begun in the blog that there is', async () => {
  const box = await sandbox()
  onTestFinished(box.remove)
  const inBox = async (...args: string[]) =>
    (await runHere([...args, '--definitions', box.definitions, '--locales', box.locales], {})).stdout
  const article = ['article', 'meters', '--title', 'Zähler lesen', '--language', 'de']
  expect(await inBox('new', ...article)).toContain('blog/meters/de.md')
  expect(await inBox('check')).toMatch(/^No errors: \d+ forms/)
})

test('what cannot be is refused with what to do', async () => {
  expect(await refused('new', 'form', 'letter', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Choose another id'),
  })
  expect(await refused('new', 'form', '2nd', '--title', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('begins with a lower-case letter'),
  })
  expect(await refused('new', 'form', 'callback')).toMatchObject({
    status: 1,
    stderr: 'Add --title: What is the form called?\nNo file was written.\n',
  })
  expect((await refused('new', 'questionnaire', 'x')).status).toBe(2)
})

test('the address is the one in its language', async () => {
  const rates = await run('new', 'form', 'rates', '--title', 'Tarife', '--language', 'de')
  expect(rates).toContain('It is live at /de/forms/rates.')
  const page = ['new', 'page', 'rates', '--path', '/tarife', '--title', 'Tarife', '--form', 'rates', '--language', 'de']
  expect(await run(...page)).toContain('It is live at /de/tarife.')
})

test('what would be a mistake is not written, and other mistakes keep nothing from being written', async () => {
  const solar = 'definitions/forms/solar.json'
  writeTree(folder, { [solar]: smallTree[solar]?.replace('"optionList": "suppliers"', '"list": "supplier"') ?? '' })
  const path = join(folder, 'definitions/partners/birch.json')
  expect(await refused('new', 'partner', 'birch', '--name', 'Birch', '--form', 'lettre')).toMatchObject({
    status: 1,
    stderr: 'There is no form "lettre". Did you mean "letter"?\nNo file was written.\n',
  })
  expect(existsSync(path)).toBe(false)
  expect(
    await refused('new', 'page', 'rates', '--path', '/api/rates', '--title', 'x', '--form', 'letter'),
  ).toMatchObject({
    status: 1,
    stderr: "Addresses under /api are the server's own. Choose another path.\nNo file was written.\n",
  })
  await run('new', 'partner', 'birch', '--name', 'Birch', '--form', 'letter')
  expect(existsSync(path)).toBe(true)
})
