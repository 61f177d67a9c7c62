// What a new kind of field, of section and a new way to deliver take: the files of each and its words. The rest is made
// from them, and then each is checked, proven, drawn and does what its test says. All are made in one copy.
import { expect, test } from 'vitest'
import { copyRepository } from '../testing/repository-copy.ts'
import { deliveryKind } from './testing/new-delivery-kind.ts'
import { fieldKind, kindWords } from './testing/new-field-kind.ts'
import { pageSaying, sectionKind } from './testing/new-section-kind.ts'

const kinds = [fieldKind, deliveryKind, sectionKind]

test('a field kind, a section kind and a way to deliver are their own files; the rest is made from them', {
  timeout: 600_000,
}, async () => {
  const copy = await copyRepository()
  const leadwright = (...args: string[]) => copy.run('node', 'tools/leadwright.ts', ...args)
  const planted: Record<string, string> = Object.assign({}, ...kinds.map((kind) => kind.planted))
  for (const locale of ['en', 'es', 'de', 'fr', 'it', 'nl']) {
    const file = `locales/${locale}/kinds.json`
    planted[file] = JSON.stringify({ ...JSON.parse(await copy.read(file)), ...kindWords })
  }
  for (const [file, text] of Object.entries(planted)) await copy.write(file, text)
  const stale = await leadwright('types', '--check')
  expect(stale.code).toBe(1)
  expect(stale.said).toContain('schemas/delivery.schema.json is outdated.')
  expect(await leadwright('types')).toMatchObject({ code: 0 })
  expect(await copy.changed()).toEqual([...Object.keys(planted), ...kinds.flatMap(({ made }) => made)].sort())
  expect(await copy.run('tsc', '-b', '--pretty', 'false')).toEqual({ code: 0, said: '' })
  expect(await leadwright('check')).toMatchObject({ code: 0 })
  const proven = await leadwright('prove', 'your-car', '--vectors')
  expect(proven).toMatchObject({ code: 0, said: expect.stringContaining('"owned":1199,"plate":"AB 11","why"') })
  const tests = Object.keys(planted).filter((file) => file.endsWith('.test.ts'))
  const run = await copy.run('vitest', 'run', '--project', 'sqlite', ...tests)
  expect(run).toMatchObject({ code: 0, said: expect.stringMatching(/3 passed/) })

  // What is wrong with such a section or delivery is said in its own words.
  await copy.write('definitions/pages/said.json', pageSaying('nowhere'))
  const deliveries = {
    acme: { kind: 'log-line', file: '/tmp/lines', url: 'x' },
    birch: { kind: 'log-lin' },
    cedar: { kind: 'log-line' },
  }
  for (const [id, line] of Object.entries(deliveries)) {
    const partner = { name: id, filters: [{ form: 'home-insurance' }], deliveries: { line } }
    await copy.write(`definitions/partners/${id}.json`, JSON.stringify(partner))
  }
  const { said } = await leadwright('check')
  const sentenceOf = (file: string) => said.split('\n').find((line) => line.includes(file))
  expect(sentenceOf('pages/said.json')).toContain('There is no page "nowhere".')
  expect(sentenceOf('partners/acme.json')).toContain(
    'Unknown key "url". A delivery of the kind "log-line" has "file". Remove it.',
  )
  expect(sentenceOf('partners/birch.json')).toContain('Did you mean "log-line"?')
  expect(sentenceOf('partners/cedar.json')).toContain('"file" is missing. Add it here.')
})
