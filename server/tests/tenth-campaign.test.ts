import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentHash } from '../../engine/node/validators.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

// Long enough for a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()
const folders = ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
let server: RunningServer

beforeAll(async () => {
  buildPages()
  for (const name of ['definitions', 'locales']) cpSync(join(root, name), join(folder, name), { recursive: true })
  server = await startServer(join(folder, 'data'), {
    DEFINITIONS_DIR: join(folder, 'definitions'),
    LOCALES_DIR: join(folder, 'locales'),
  })
}, 240_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const page = async (path: string) => (await fetch(server.origin + path)).text()
const leadwright = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/leadwright.ts'), ...args, ...folders], { encoding: 'utf8' })

/** A campaign of a partner: a form, a page of a layout, its sections and our blocks, and the words of both in German. */
const campaign = {
  'definitions/forms/boat-sale.json': {
    ...{ locales: ['en', 'de'], title: 'Sell a boat', retentionDays: 90 },
    steps: {
      boat: {
        title: 'Your boat',
        fields: {
          kind: { title: 'What kind of boat is it?', options: { sail: 'A sailing boat', motor: 'A motor boat' } },
          mast: { kind: 'yes-no', title: 'Can the mast be taken down?', when: { kind: 'sail' } },
          length: { kind: 'integer', title: 'How many metres long is it?', minimum: 2, maximum: 60 },
        },
      },
      contact: { use: 'contact' },
    },
    consents: { privacy: {} },
    submitLabel: 'Ask for quotes',
  },
  'definitions/pages/campaigns/adv-bootsverkauf.json': {
    ...{ locales: ['en', 'de'], path: '/adv/bootsverkauf', layout: 'affiliation-de', partner: 'Tideway Sample' },
    ...{ title: 'Sell your boat', description: 'What dealers would pay for your boat.', noindex: true },
    sections: {
      promise: { kind: 'hero', title: 'Three dealers bid for your boat', drawing: 'contract' },
      form: { kind: 'form', form: 'boat-sale' },
      how: { use: 'how-it-works', steps: { answer: { title: 'You describe the boat' } } },
      ours: { use: 'cost-and-data' },
    },
  },
  'locales/de/forms/boat-sale.json': {
    title: 'Ein Boot verkaufen',
    steps: {
      boat: {
        title: 'Ihr Boot',
        fields: {
          kind: { title: 'Was für ein Boot ist es?', options: { sail: 'Ein Segelboot', motor: 'Ein Motorboot' } },
          mast: { title: 'Lässt sich der Mast legen?' },
          length: { title: 'Wie viele Meter lang ist es?' },
        },
      },
    },
    submitLabel: 'Angebote anfragen',
  },
  'locales/de/pages/campaigns/adv-bootsverkauf.json': {
    ...{ title: 'Verkaufen Sie Ihr Boot', description: 'Was Händler für Ihr Boot zahlen würden.' },
    sections: {
      promise: { title: 'Drei Händler bieten für Ihr Boot' },
      how: { steps: { answer: { title: 'Sie beschreiben das Boot' } } },
    },
  },
}

/** What the build made, by path and content. */
function built(): string[] {
  const files = globSync('web/dist/**/*.{js,css,html,json}', { cwd: root }).sort()
  return files.map((file) => `${file} ${contentHash(readFileSync(join(root, file), 'utf8'))}`)
}

/** The scripts and styles that a page names. */
const assets = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))].sort()

test('a tenth campaign, of a layout, blocks and a form, is live by its files alone, proven, and in no bundle', async () => {
  const before = built()
  const otherBefore = await page('/property-management-comparison')
  expect((await fetch(`${server.origin}/adv/bootsverkauf`)).status).toBe(404)
  for (const [name, value] of Object.entries(campaign)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(value))
  }
  const deadline = Date.now() + 60_000
  while (!(await page('/de/adv/bootsverkauf')).includes('Drei Händler bieten') && Date.now() < deadline) await sleep(25)

  // It has what each of its parts brings: the layout's line, the hero, the form, the blocks' words.
  const shown = await page('/de/adv/bootsverkauf')
  for (const words of ['Tideway Sample', 'Drei Händler bieten für Ihr Boot</h1>', 'Was für ein Boot ist es?'])
    expect(shown).toContain(words)
  expect(shown).toContain('Sie beschreiben das Boot')
  const block = JSON.parse(readFileSync(join(root, 'locales/de/blocks/cost-and-data.json'), 'utf8'))
  expect(shown).toContain(block.title)
  expect(await page('/adv/bootsverkauf')).toContain('Three dealers bid for your boat</h1>')
  expect(await page('/sitemap.xml')).not.toContain('bootsverkauf')

  expect(leadwright('check')).toMatchObject({ status: 0, stderr: '' })
  const proof = leadwright('prove', 'boat-sale')
  expect(proof).toMatchObject({ status: 0, stderr: '' })
  expect(proof.stdout).toContain('Proven: every question is reachable, and every path can be completed.')

  const answers = { kind: 'sail', mast: true, length: 9, firstName: 'Ada', lastName: 'Lovelace' }
  const lead = { form: 'boat-sale', answers: { ...answers, email: 'ada@example.com', privacy: true } }
  expect((await submit(server.origin, lead)).status).toBe(201)

  // It loads files that a page before it loads, which is as it was; and nothing built has a word of the campaign.
  const other = await page('/property-management-comparison')
  expect(assets(other)).toEqual(expect.arrayContaining(assets(shown)))
  expect(other).toBe(otherBefore)
  expect(built()).toEqual(before)
  for (const file of globSync('web/dist/**/*.{js,css}', { cwd: root }))
    expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/bootsverkauf|boat-sale|Drei Händler bieten/)
})
