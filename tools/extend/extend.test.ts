// A repository with code of its own, on the package as it is packed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { startIn, temporaryFolder } from '../../server/testing/running-server.ts'
import { withBrowser } from '../bench/browser.ts'
import { installed, installIn, packedPackage } from '../testing/packed-package.ts'

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()

function run(...words: string[]): { status: number | null; said: string } {
  const [command = '', ...args] = installed(folder, ...words)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** A photo as cameras make them, from the side: the more noise, the larger its files. */
async function photoOf(noise: number, width = 2400): Promise<Buffer> {
  const height = (width * 2) / 3
  const place = `<circle cx="${width / 2}" cy="${height / 2}" r="${height / 3}" fill="#b53"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${place}</svg>`
  const grain = { type: 'gaussian', mean: 128, sigma: noise } as const
  const shown = await sharp({ create: { width, height, channels: 3, background: '#888', noise: grain } })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer()
  return sharp(shown).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 90 }).toBuffer()
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
  // What the guide has people install in addition to Vite.
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of ['@types/react', '@types/node', 'axe-core', 'sharp'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
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
  expect(files.length).toBeGreaterThan(8)
  mkdirSync(join(folder, 'photos'), { recursive: true })
  writeFileSync(join(folder, 'photos/counter.jpg'), await photoOf(4))
  for (const { file, text } of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  expect(run('check')).toMatchObject({ status: 0 })
  const tried = "import('leadwright/testing').then(({ tryKind }) => tryKind('kinds/mark.ts')).then(console.log)"
  expect(spawnSync(process.execPath, ['-e', tried], { cwd: folder, encoding: 'utf8' }).stdout).toBe('[]\n')
  expect(run('test').said).toMatch(/pass 3\b[\s\S]*contact: sent[\s\S]*visit, en, hours: shown/)
}, 120_000)

test('what `new` writes is checked, compiles and passes its test', () => {
  for (const part of ['kind', 'section', 'channel']) expect(run('new', part, `my-${part}`)).toMatchObject({ status: 0 })
  expect(run('new', 'kind', 'my-mark', '--widget')).toMatchObject({ status: 0 })
  expect(run('check')).toMatchObject({ status: 0 })
  const compile = ['-p', folder, '--types', 'node']
  expect(spawnSync(join(root, 'node_modules/.bin/tsc'), compile, { encoding: 'utf8' }).stdout).toBe('')
  const tested = spawnSync(process.execPath, ['--test', '**/my-*.test.ts'], { cwd: folder, encoding: 'utf8' })
  expect(tested.stdout).toContain('pass 7')
  expect(run('new', 'channel', 'my-channel')).toMatchObject({ status: 1 })
}, 60_000)

const differing = "if (typeof process === 'undefined') return true\n    const digits"

test.each([
  ['leadwright.config.ts', 'export default', 'throw new Error("no")\nexport default', /^leadwright\.config\.ts:3 no$/],
  ['leadwright.config.ts', 'channels:', 'chanels:', /^leadwright\.config\.ts:6 Unknown key "chanels"/],
  [
    'leadwright.config.ts',
    'channels:',
    "head: [{ link: 'stylesheet', href: '/x' }], channels:",
    /ts:6 "link" cannot be "sty/,
  ],
  [
    'leadwright.config.ts',
    'channels:',
    "head: [{ meta: 'robots', content: 'x' }], channels:",
    /ts:6 Pages say "robots"/,
  ],
  ['leadwright.config.ts', '/crm.ts', '/crn.ts', /^leadwright\.config\.ts:6 "crm" names a file that is not there/],
  ['leadwright.config.ts', 'crm:', 'webhook:', /^leadwright\.config\.ts:6 leadwright has a channel "webhook"/],
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
  ['leadwright.config.ts', "'opening-hours':", 'hero:', /^leadwright\.config\.ts:5 leadwright has a section "hero"/],
  ['leadwright.config.ts', ' shop:', ' letterbox:', /^leadwright\.config\.ts:7 leadwright has a drawing "letterbox"/],
  ['drawings/shop.svg', '<path ', '<path style="fill:red" ', /^drawings\/shop\.svg:3 A drawing has no style=/],
  ['drawings/shop.svg', '"drawing"', '"shop"', /^drawings\/shop\.svg:1 The drawing is not found/],
  ['sections/opening-hours.tsx', 'import ', "throw new Error('no')\nimport ", /^sections\/opening-hours\.tsx:1 no$/],
  [
    'sections/opening-hours.tsx',
    'hours.module.css',
    'hour.module.css',
    /^sections\/opening-hours\.tsx:2 Could not resolve/,
  ],
  ['sections/opening-hours.tsx', 'const text', 'const x = =\nconst text', /^sections\/opening-hours\.tsx:8 Unexpected/],
  ['sections/opening-hours.tsx', 'component(', 'draw(', /^sections\/opening-hours\.tsx:\d+ Unknown key "draw"/],
  ['sections/opening-hours.tsx', 'island.ts', 'iland.ts', /^sections\/opening-hours\.tsx:49 "island" names a file/],
  ['sections/opening-hours.tsx', 'title:', 'locales:', /^sections\/opening-hours\.tsx:15 Every section has "locales"/],
  ['sections/opening-hours.island.ts', 'const days', 'const days =', /^sections\/opening-hours\.island\.ts:1 /],
])('a mistake in %s is one sentence with file and line: %s → %s', (file, right, wrong, sentence) => {
  write(file, (text) => text.replace(right, wrong))
  const { status, said } = run('build')
  expect(said.trim()).toMatch(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
})

const mark = 'kinds/my-mark.ts'

test.each([
  [
    "type: 'radio'",
    "style: {}, type: 'radio'",
    /my-mark\.ts:10 widget: A widget has no "style" attribute: pages block/,
  ],
  ["type: 'radio'", "onClick: () => {}, type: 'radio'", /my-mark\.ts:10 widget: A widget has no "onClick": .*"start"/],
  ['defaultChecked', 'checked', /my-mark\.ts:10 widget: What visitors choose stays in the page/],
  [', defaultChecked: value === mark', '', /widget of "1" does not show it/],
  ['...control(position), ', '', /widget draws nothing that can be filled in/],
  ["h('span', null", "h('span', { id: typeof process }", /my-mark\.ts:10 widget\.draw of .* is .* on the server and/],
  ['draw({', 'drow({', /my-mark\.ts:\d+ Unknown key "drow"/],
  ["type: 'string'", "type: 'boolean'", /my-mark\.ts:\d+ A widget asks for a text or a number/],
])('a mistake in a widget is one sentence with file and line: %s → %s', (right, wrong, sentence) => {
  write(mark, (text) => text.replace(right, wrong))
  const { status, said } = run('build')
  expect(said.trim()).toMatch(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
})

test('an own widget is filled in with and without a script, shows the answer again, and is no barrier', async () => {
  const form = 'definitions/forms/contact.json'
  write(form, (text) => {
    const contact = JSON.parse(text)
    const [step] = Object.values<{ fields: Record<string, object> }>(contact.steps)
    if (step) step.fields = { satisfied: { kind: 'my-mark' }, ...step.fields }
    return JSON.stringify(contact)
  })
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: temporaryFolder() })
  onTestFinished(async () => void (await server.stop()))
  await withBrowser(async (browser) => {
    for (const javaScriptEnabled of [false, true]) {
      const page = await (
        await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 800 } })
      ).newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
      await page.goto(`${server.origin}/forms/contact`)
      const group = page.getByRole('group', { name: 'How satisfied are you?' })
      const clear = group.getByRole('button', { name: 'Clear my choice' })
      expect(await clear.isVisible()).toBe(false)
      await group.getByLabel('4').check()
      if (javaScriptEnabled) {
        await clear.click()
        expect(await group.getByLabel('4').isChecked()).toBe(false)
        await group.getByLabel('4').check()
        await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'))
        const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
        const found = await page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations)`)
        expect(found).toEqual([])
      }
      // Without the message: the step is shown again, with its answers.
      await page
        .locator('main form')
        .getByRole('button', { name: /Next|Send/ })
        .first()
        .click()
      await page.getByRole('alert').first().waitFor()
      expect(await group.getByLabel('4').isChecked()).toBe(true)
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
      if (process.env.PICTURES)
        await page.screenshot({ path: join(process.env.PICTURES, `mark-${javaScriptEnabled}.png`), fullPage: true })
    }
  })
  const tested = run('test')
  expect(tested.said).toMatch(/contact: sent/)
}, 120_000)

test.each([
  ['<dl ', '<dl style={{ color: "red" }} ', /opening-hours\.tsx:35 A section has no "style" attribute/],
  ['<dl ', '<dl onClick={() => {}} ', /opening-hours\.tsx:35 A section has no "onClick"/],
  ['<dl ', '<dl dangerouslySetInnerHTML={{ __html: "" }} ', /opening-hours\.tsx:35 A section writes no HTML/],
  ['<>', '<><script>{"alert(1)"}</script>', /opening-hours\.tsx:34 A section has no <script>/],
  ['<dt>', '<dt><img alt="" src="https://x.example/a.png" />', /opening-hours\.tsx:38 <img> loads "https:/],
  ['<dt>', '<dt><img src="/a.png" />', /opening-hours\.tsx:38 An <img> has no "alt"/],
  ['{day}', '{(day as any).x.y}', /opening-hours\.tsx:38 Cannot read/],
  ['{words.today}', "{words[pathOf('nowhere') ?? '']}", /There is no page "nowhere"/],
])('what pages would block is found by check, with the line of the component: %s → %s', (right, wrong, sentence) => {
  write('sections/opening-hours.tsx', (text) =>
    text.replace('{ section, words }', '{ section, words, pathOf }').replace(right, wrong),
  )
  const { status, said } = run('check')
  expect(said).toMatch(/^definitions\/pages\/visit\.json:\d+:\d+ /)
  expect(said.split('\n')[0]).toMatch(sentence)
  expect(status).toBe(1)
})

test('a section whose script is too large is refused', () => {
  const long = Array.from({ length: 400 }, (_, index) => createHash('sha256').update(`${index}`).digest('base64'))
  write('sections/opening-hours.island.ts', (text) => `${text}export const long = ${JSON.stringify(long)}\n`)
  expect(run('build').said).toMatch(/^sections\/opening-hours\.tsx:49 Browsers would load \d+ bytes/)
})

test('wrong keys of an own section are found with line and column', () => {
  write('definitions/pages/visit.json', (text) => text.replace('"hours": "9 to 17"', '"hour": "9 to 17"'))
  expect(run('check').said).toMatch(/visit\.json:19:\d+ Unknown key "hour"\. Did you mean "hours"\?/)
})

test('an own section shows without a script, and its script and styles are on its pages only', async () => {
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: join(folder, 'data-section') })
  onTestFinished(async () => void (await server.stop()))
  const reply = await fetch(`${server.origin}/visit`)
  const policy = reply.headers.get('content-security-policy')
  const page = await reply.text()
  const home = await fetch(server.origin)
  expect(policy).toBe(home.headers.get('content-security-policy'))
  expect(await home.text()).not.toContain('opening-hours')
  expect(page).toMatch(/<use href="\/assets\/shop-[0-9a-f]{12}\.svg#drawing"/)
  expect(page).toMatch(/<section id="hours"[^>]*><h2[^>]*>Opening hours<\/h2>.*<dt>Saturday<\/dt><dd>10 to 14<\/dd>/s)
  const addresses = [...new Set(page.match(/\/assets\/opening-hours-[\w-]+\.(?:js|css)/g))]
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    const loaded = await fetch(server.origin + address)
    expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(loaded.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  }
})

test('a section that fails while a page is shown is left out, said once with file and line, and back when it can be drawn', async () => {
  write('sections/opening-hours.tsx', (text) =>
    `import { existsSync } from 'node:fs'\n${text}`.replace(
      'return (',
      "if (existsSync('broken')) throw new Error('The calendar is away')\n    return (",
    ),
  )
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  const line = readFileSync(join(folder, 'sections/opening-hours.tsx'), 'utf8')
    .split('\n')
    .findIndex((each) => each.includes('The calendar is away'))
  const notice = `sections/opening-hours.tsx:${line + 1} The calendar is away Pages are shown without the section "hours".`
  const notices = async () => {
    const { status, notices } = (await (await fetch(`${server.origin}/readyz`)).json()) as Record<string, unknown>
    expect(status).toBe('ready')
    return notices
  }
  writeFileSync(join(folder, 'broken'), '')
  onTestFinished(() => rmSync(join(folder, 'broken'), { force: true }))
  for (let visit = 0; visit < 3; visit += 1) {
    const reply = await fetch(`${server.origin}/visit`)
    expect(reply.status).toBe(200)
    const page = await reply.text()
    expect(page).toContain('Visit us')
    expect(page).not.toContain('Opening hours')
  }
  expect(await notices()).toContain(notice)
  expect(server.said().split(notice.replaceAll('"', '\\"'))).toHaveLength(2)
  rmSync(join(folder, 'broken'))
  expect(await (await fetch(`${server.origin}/visit`)).text()).toContain('<dt>Saturday</dt>')
  expect(await notices()).not.toContain(notice)
}, 60_000)

test('a photo is shown in the size that fits, in the way the camera was held, and its place is kept free', async () => {
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: temporaryFolder() })
  onTestFinished(async () => void (await server.stop()))
  await withBrowser(async (browser) => {
    const sizes = [
      { width: 360, height: 740, dpr: 2, file: /-800\.avif$/ },
      { width: 1280, height: 900, dpr: 1, file: /-480\.avif$/ },
      { width: 1280, height: 900, dpr: 2, file: /-1200\.avif$/ },
    ]
    for (const { width, height, dpr, file } of sizes) {
      const page = await (await browser.newContext({ viewport: { width, height }, deviceScaleFactor: dpr })).newPage()
      const faults: string[] = []
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
      await page.addInitScript(() => {
        const shifts = Object.assign(globalThis, { shifted: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(`${server.origin}/visit`)
      const photo = page.getByRole('img', { name: 'The counter of our shop' })
      await photo.scrollIntoViewIfNeeded()
      await expect
        .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
        .toMatch(file)
      const { ratio, shifted } = await photo.evaluate((image: HTMLImageElement) => ({
        ratio: image.naturalWidth / image.naturalHeight,
        shifted: (globalThis as unknown as { shifted: number }).shifted,
      }))
      expect(ratio).toBeCloseTo(1.5, 1)
      expect(shifted).toBe(0)
      expect(faults).toEqual([])
    }
  })
  const page = await (await fetch(`${server.origin}/visit`)).text()
  const [address = ''] = page.match(/\/assets\/counter-[0-9a-f]{12}-800\.jpeg/) ?? []
  const loaded = await fetch(server.origin + address)
  expect(loaded.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await sharp(Buffer.from(await loaded.arrayBuffer())).metadata()).exif).toBeUndefined()
}, 60_000)

test('a running server shows a photo that came to the definitions since, once a page names it', async () => {
  const photos = join(folder, 'definitions/photos')
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }))
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: temporaryFolder() })
  onTestFinished(async () => void (await server.stop()))
  mkdirSync(photos)
  writeFileSync(join(photos, 'damaged.jpg'), 'No photo')
  writeFileSync(join(photos, 'later.jpg'), await photoOf(4, 900))
  write('definitions/pages/visit.json', (text) => text.replace('"name": "counter"', '"name": "later"'))
  const shown = async () => (await fetch(`${server.origin}/visit`)).text()
  await eventually(async () => expect(await shown()).toMatch(/\/assets\/later-[0-9a-f]{12}-800\.jpeg/))
  const [address = ''] = (await shown()).match(/\/assets\/later-[0-9a-f]{12}-800\.jpeg/) ?? []
  expect((await fetch(server.origin + address)).status).toBe(200)
  const ready = await (await fetch(`${server.origin}/readyz`)).text()
  expect(ready).toContain('damaged.jpg')
}, 60_000)

test.each([
  ['"name": "counter"', '"name": "countre"', /There is no photo "countre"\. Did you mean "counter"/],
  [', "shows": "The counter of our shop"', '', /"shows" is missing/],
  ['"photo":', '"drawing": "shop", "photo":', /A photo takes the place of the drawing/],
  ['"title": "Our shop",', '', /Only a text with a "title" has room for a photo/],
])('a photo that a section cannot show is found with line and column: %s → %s', (right, wrong, sentence) => {
  write('definitions/pages/visit.json', (text) => text.replace(right, wrong))
  const { status, said } = run('check')
  expect(said).toMatch(/^definitions\/pages\/visit\.json:\d+:\d+ /)
  expect(said.split('\n')[0]).toMatch(sentence)
  expect(status).toBe(1)
})

test('what a photo shows is translated', () => {
  write('definitions/pages/visit.json', (text) => text.replace('["en"]', '["en", "de"]'))
  expect(run('text').said).toContain('counter.photo.shows')
})

test('a photo that cannot be made smaller is one sentence with file and line', async () => {
  const file = join(folder, 'photos/counter.jpg')
  const before = readFileSync(file)
  onTestFinished(() => writeFileSync(file, before))
  const said = (sentence: RegExp) => {
    const { status, said } = run('check')
    expect(said.trim()).toMatch(sentence)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(1)
  }
  writeFileSync(file, await photoOf(90, 1200))
  said(/^leadwright\.config\.ts:8 "counter" takes \d+ bytes as avif of \d+ px, and 150000 are the most/)
  writeFileSync(file, 'No photo')
  said(/^leadwright\.config\.ts:8 "counter" is no photo\. Name a JPEG or a PNG file\.$/)
  rmSync(join(folder, 'node_modules/sharp'))
  onTestFinished(() => symlinkSync(join(root, 'node_modules/sharp'), join(folder, 'node_modules/sharp')))
  said(/^leadwright\.config\.ts:8 "counter" is a photo, and sharp makes its files\. Run `npm install --save-dev sharp`/)
  writeFileSync(file, before)
  expect(run('check')).toMatchObject({ status: 0 })
}, 120_000)

test('editors complete the keys of own kinds', () => {
  expect(run('build').said).toContain('dist/schemas is up to date.')
  const read = (name: string) => readFileSync(join(folder, 'dist/schemas', name), 'utf8')
  expect(JSON.parse(read('sections/opening-hours.schema.json')).required).toEqual(['kind', 'days'])
  expect(read('section.schema.json')).toContain('"opening-hours"')
  expect(read('field-kind.schema.json')).toContain('"customer-number"')
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

/** `leadwright dev`, and the origins that its servers listen at, one after the other. */
function startDev(changes: Record<string, string> = {}): { said: () => string; origins: () => string[] } {
  const [command = '', ...args] = installed(folder, 'dev')
  const data = temporaryFolder()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, NODE_ENV: 'production', ...changes }
  const dev = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (said += chunk))
  onTestFinished(async () => {
    const ended = once(dev, 'exit')
    dev.kill('SIGTERM')
    await ended
  })
  return {
    said: () => said,
    origins: () => [...said.matchAll(/listens on (http:\S+)/g)].map(([, origin = '']) => origin),
  }
}

test('while own code has an error, the last good version keeps running', async () => {
  const { said, origins } = startDev()
  await eventually(async () => expect(origins()).toHaveLength(1))
  write('channels/crm.ts', (text) => `throw new Error('half done')\n${text}`)
  await eventually(async () => expect(said()).toContain('channels/crm.ts:1 half done'))
  expect((await fetch(`${origins()[0]}/healthz`)).status).toBe(200)
  write('channels/crm.ts', (text) => text.replace("throw new Error('half done')\n", ''))
  await eventually(async () => expect(origins()).toHaveLength(2))
}, 60_000)

/** A port for a server that is to be found again after a restart. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('in development the browser shows a changed definition, text or extension by itself', async () => {
  const port = await freePort()
  const { origins } = startDev({ PORT: String(port) })
  await eventually(async () => expect(origins()).toHaveLength(1))
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (line) => {
      // The server is away while it starts again.
      if (line.type() === 'error' && !line.text().includes('ERR_')) faults.push(line.text())
    })
    const shown = (text: string) => page.getByText(text).first().waitFor()
    await page.goto(`http://127.0.0.1:${port}/visit`)
    await shown('9 to 17')
    write('definitions/pages/visit.json', (text) => text.replace('9 to 17', '8 to 16'))
    await shown('8 to 16')
    write('sections/opening-hours.tsx', (text) => text.replace('{hours}', '{hours} o’clock'))
    await shown('8 to 16 o’clock')
    write('sections/opening-hours.module.css', (text) => text.replace('gap: 0.5rem', 'gap: 37px'))
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('[data-own] dl') as Element).rowGap === '37px',
    )
    await page.goto(`http://127.0.0.1:${port}/de`)
    const title = 'Ganz neue Worte'
    write('locales/de/pages/home.json', (text) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`))
    await page.waitForFunction((title) => document.title.includes(title), title)
    await page.goto(`http://127.0.0.1:${port}/forms/contact`)
    const typed = page.getByRole('textbox').first()
    await typed.fill('1234 5679')
    // Until the form runs, it keeps nothing.
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('draft ')))
    write('definitions/forms/contact.json', (text) => text.replace(/"title":\s*"[^"]*"/, '"title": "Say something"'))
    await page.waitForFunction(() => document.title.includes('Say something'))
    await eventually(async () => expect(await typed.inputValue()).toBe('1234 5679'))
    expect(faults).toEqual([])
  })
}, 120_000)

test('nothing of that is in production', async () => {
  const server = await startIn(folder, installed(folder, 'start'), { DATA_DIR: temporaryFolder() })
  onTestFinished(async () => void (await server.stop()))
  expect(await (await fetch(server.origin)).text()).not.toContain('/api/refresh')
  for (const path of ['/api/refresh', '/api/refresh.js']) expect((await fetch(server.origin + path)).status).toBe(404)
}, 60_000)
