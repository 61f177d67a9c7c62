// A repository with code of its own, on the package as it is packed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { startIn, temporaryFolder } from '../../server/testing/running-server.ts'
import { installed, installIn, packedPackage } from '../testing/packed-package.ts'

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()

function run(...words: string[]): { status: number | null; said: string } {
  const [command = '', ...args] = installed(folder, ...words)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Writes a file, and puts back what it was at the end of the test. */
function write(file: string, change: (text: string) => string): void {
  const path = join(folder, file)
  const before = readFileSync(path, 'utf8')
  onTestFinished(() => writeFileSync(path, before))
  writeFileSync(path, change(before))
}

beforeAll(() => {
  installIn(folder, packedPackage())
  run('init', '.', '--yes', '--name', 'Acme', '--languages', 'en,de', '--form', 'contact')
}, 300_000)

test('the examples of the guide pass check and their tests', async () => {
  // A form with the field that the guide adds.
  const form = join(folder, 'definitions/forms/contact.json')
  const contact = JSON.parse(readFileSync(form, 'utf8'))
  const [step] = Object.values<{ fields: Record<string, object> }>(contact.steps)
  if (step) step.fields = { customer: { kind: 'customer-number' }, ...step.fields }
  writeFileSync(form, JSON.stringify(contact))
  const guide = readFileSync(join(root, 'docs/guide/extend.md'), 'utf8')
  const files = Array.from(guide.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm), ([, file = '', text = '']) => ({
    file,
    text,
  }))
  expect(files.length).toBeGreaterThan(3)
  for (const { file, text } of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  expect(run('check')).toMatchObject({ status: 0 })
  expect(run('test').said).toMatch(/pass 2\b[\s\S]*contact: sent/)
}, 120_000)

test('what `new` writes is checked, compiles and passes its test', () => {
  for (const part of ['kind', 'channel']) expect(run('new', part, `my-${part}`)).toMatchObject({ status: 0 })
  expect(run('check')).toMatchObject({ status: 0 })
  const compile = ['-p', folder, '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  expect(spawnSync(join(root, 'node_modules/.bin/tsc'), compile, { encoding: 'utf8' }).stdout).toBe('')
  const tested = spawnSync(process.execPath, ['--test', '**/my-*.test.ts'], { cwd: folder, encoding: 'utf8' })
  expect(tested.stdout).toContain('pass 3')
  expect(run('new', 'channel', 'my-channel')).toMatchObject({ status: 1 })
}, 60_000)

const differing = "if (typeof process === 'undefined') return true\n    const digits"

test.each([
  ['leadwright.config.ts', 'export default', 'throw new Error("no")\nexport default', /^leadwright\.config\.ts:3 no$/],
  ['leadwright.config.ts', 'channels:', 'chanels:', /^leadwright\.config\.ts:5 Unknown key "chanels"/],
  [
    'leadwright.config.ts',
    'channels:',
    "head: [{ link: 'stylesheet', href: '/x' }], channels:",
    /ts:5 "link" cannot be "sty/,
  ],
  [
    'leadwright.config.ts',
    'channels:',
    "head: [{ meta: 'robots', content: 'x' }], channels:",
    /ts:5 Pages say "robots"/,
  ],
  ['leadwright.config.ts', '/crm.ts', '/crn.ts', /^leadwright\.config\.ts:5 "crm" names a file that is not there/],
  ['leadwright.config.ts', 'crm:', 'webhook:', /^leadwright\.config\.ts:5 leadwright has a channel "webhook"/],
  ['leadwright.config.ts', "'customer-number':", 'email:', /^leadwright\.config\.ts:4 leadwright has a kind "email"/],
  ['kinds/customer-number.ts', 'samples', 'sample', /^kinds\/customer-number\.ts:\d+ Unknown key "sample"/],
  ['kinds/customer-number.ts', "type: 'string'", "type: 'text'", /^kinds\/customer-number\.ts:\d+ "schema" is no/],
  ['kinds/customer-number.ts', 'const digits', differing, /ts:6 isRight of ".*" is (true|false) on the server and/],
  [
    'kinds/customer-number.ts',
    'const digits',
    'if (Math.random() < 0.5) return true\n    const digits',
    /ts:6 isRight of/,
  ],
  ['channels/crm.ts', 'import ', "import './nothing.ts'\nimport ", /^channels\/crm\.ts:1 Cannot find module/],
  ['channels/crm.ts', 'interface', 'const x = =\ninterface', /^channels\/crm\.ts:3 Expression expected$/],
  ['channels/crm.ts', '  send(', '  sent(', /^channels\/crm\.ts:\d+ Unknown key "sent"/],
  ['channels/crm.ts', "type: 'string'", "type: 'text'", /^channels\/crm\.ts:12 "schema" is no JSON Schema of keys/],
])('a mistake in %s is one sentence with file and line: %s → %s', (file, right, wrong, sentence) => {
  write(file, (text) => text.replace(right, wrong))
  const { status, said } = run('build')
  expect(said.trim()).toMatch(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
})

test('a lead leaves by an own channel, and one whose payload fails is stored', async () => {
  const received: { url: string; body: string; key: string | undefined }[] = []
  const partner = createServer(async (request, reply) => {
    received.push({ url: request.url ?? '', body: await text(request), key: request.headers.authorization })
    reply.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(partner, 'listening')
  onTestFinished(() => void partner.close())
  const { port } = partner.address() as { port: number }
  write('definitions/partners/crm.json', (text) => text.replace('https://crm.example', `http://127.0.0.1:${port}`))
  write('channels/crm.ts', (text) =>
    text.replace(
      'payload: ({ lead }) =>',
      'payload: ({ lead }) => lead.data.mail === "bad@example.com" ? (undefined as never).x :',
    ),
  )
  const env = { DATA_DIR: join(folder, 'data'), CRM_KEY: 'secret', OUTBOUND_ALLOW: '127.0.0.0/8' }
  const server = await startIn(folder, installed(folder, 'start'), env)
  onTestFinished(async () => void (await server.stop()))
  for (const email of ['ada@example.com', 'bad@example.com']) {
    const answers = {
      customer: '1234 5679',
      message: 'Hi',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      privacy: true,
    }
    const sent = await fetch(`${server.origin}/api/v1/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: 'contact', locale: 'en', answers }),
    })
    expect(sent.status).toBe(201)
  }
  await eventually(async () => expect(received).toMatchObject([{ url: '/leads', key: 'Bearer secret' }]))
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ mail: 'ada@example.com' })
  const [command = '', ...args] = installed(folder, 'deliveries', 'list', '--state', 'dead', '--json')
  await eventually(() => {
    const listed = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } })
    expect(listed.stdout).toContain('failed to write its payload')
  })
}, 60_000)

test('an own kind judges without a script, and browsers load its code under a hash', async () => {
  write('leadwright.config.ts', (text) =>
    text.replace('channels:', "head: [{ meta: 'own', content: '<yes>' }], channels:"),
  )
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: join(folder, 'data-kind') })
  onTestFinished(async () => void (await server.stop()))
  const address = `${server.origin}/forms/contact`
  const page = await (await fetch(address)).text()
  expect(page).toContain('Customer number')
  expect(page).toContain('<meta name="own" content="&lt;yes&gt;"/>')
  const post = async (customer: string) => {
    const body = new URLSearchParams({ 'root[customer]': customer, go: 'on' })
    return (
      await fetch(`${address}?step=message`, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
    ).text()
  }
  expect(await post('1234 5678')).toContain('id="form.customer-error"')
  expect(await post('1234 5679')).not.toContain('id="form.customer-error"')
  const [script = ''] = /\/assets\/own-[0-9a-f]{12}\.js/.exec(page) ?? []
  const loaded = await fetch(server.origin + script)
  expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(loaded.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  expect(await loaded.text()).toContain('customer-number')
}, 60_000)

test('while own code has an error, the last good version keeps running', async () => {
  const [command = '', ...args] = installed(folder, 'dev')
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data-dev'),
    NODE_ENV: 'production',
  }
  const dev = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (said += chunk))
  onTestFinished(async () => {
    const ended = once(dev, 'exit')
    dev.kill('SIGTERM')
    await ended
  })
  const origins = () => [...said.matchAll(/listens on (http:\S+)/g)].map(([, origin = '']) => origin)
  await eventually(async () => expect(origins()).toHaveLength(1))
  write('channels/crm.ts', (text) => `throw new Error('half done')\n${text}`)
  await eventually(async () => expect(said).toContain('channels/crm.ts:1 half done'))
  expect((await fetch(`${origins()[0]}/healthz`)).status).toBe(200)
  write('channels/crm.ts', (text) => text.replace("throw new Error('half done')\n", ''))
  await eventually(async () => expect(origins()).toHaveLength(2))
}, 60_000)
