// What a new kind of section takes: its schema, its file in the catalog and its component, and what is made from them.
import { expect, test } from 'vitest'
import { copyRepository } from '../testing/repository-copy.ts'

const words = { type: 'string', minLength: 1, words: true }
const schema = JSON.stringify({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'sections/pull-quote.schema.json',
  title: 'PullQuoteSection',
  description: 'What somebody said.',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'quote', 'page'],
  properties: {
    kind: { enum: ['pull-quote'], description: 'pull-quote' },
    quote: { ...words, description: 'The words.' },
    page: { type: 'string', description: 'The id of the page they stand on.' },
    locales: { type: 'array', items: { type: 'string' }, description: 'Only in these languages.' },
    after: { type: 'string', description: 'The id of the section that this one follows.' },
  },
})

const kind = `import type { PullQuoteSection } from '#schemas/generated/sections/pull-quote.ts'
import { checkTarget } from '../../checks/check-target.ts'
import type { SectionKind } from '../section-kind.ts'

export const pullQuote = {
  check: (section, place) => checkTarget(section.page, section, { ...place, path: [...place.path, 'page'] }),
  view: (section, { catalog, locale }) => ({ ...section, href: catalog.pathOf(section.page, locale) }),
} satisfies SectionKind<PullQuoteSection, PullQuoteSection & { href: string | null }>
`

const component = `import type { SectionProps } from '../loaded-sections.ts'

export function PullQuoteSection({ section }: SectionProps<'pull-quote'>) {
  return <blockquote cite={section.href ?? undefined}>{section.quote}</blockquote>
}
`

const page = (target: string) =>
  JSON.stringify({
    $schema: '../../schemas/page.schema.json',
    locales: ['en'],
    path: '/said',
    title: 'Said',
    description: 'Somebody said it.',
    sections: { said: { kind: 'pull-quote', quote: 'It is true.', page: target } },
  })

const rendered = `import { expect, test } from 'vitest'
import { temporaryStorage } from '#server/storage/testing/temporary-storage.ts'
import { appOn } from '#server/testing/app-on-storage.ts'

test('the quote stands on its page', async () => {
  const { origin } = await appOn(await temporaryStorage())
  expect(await (await fetch(origin + '/said')).text()).toContain('<blockquote cite="/privacy">It is true.</blockquote>')
})
`

test('a section kind is a schema, a file in the catalog and a component; the rest is made from them', {
  timeout: 300_000,
}, async () => {
  const copy = await copyRepository()
  const planted = {
    'schemas/sections/pull-quote.schema.json': schema,
    'engine/catalog/portal/sections/pull-quote.ts': kind,
    'web/sections/pull-quote/PullQuoteSection.tsx': component,
    'definitions/pages/said.json': page('nowhere'),
    'server/ssr/said.test.ts': rendered,
  }
  for (const [file, text] of Object.entries(planted)) await copy.write(file, text)
  const made = [
    'engine/catalog/portal/sections/table.ts',
    'schemas/generated/section.ts',
    'schemas/generated/sections/pull-quote.ts',
    'schemas/block.schema.json',
    'schemas/section.schema.json',
  ]
  expect((await copy.run('node', 'tools/leadwright.ts', 'types', '--check')).code).toBe(1)
  expect((await copy.run('node', 'tools/leadwright.ts', 'types')).code).toBe(0)
  expect(await copy.changed()).toEqual([...Object.keys(planted), ...made].sort())
  expect(await copy.run('tsc', '-b', '--pretty', 'false')).toEqual({ code: 0, said: '' })
  const checked = await copy.run('node', 'tools/leadwright.ts', 'check')
  expect(checked.said).toContain('There is no page "nowhere".')
  await copy.write('definitions/pages/said.json', page('privacy'))
  expect((await copy.run('node', 'tools/leadwright.ts', 'check')).code).toBe(0)
  const shown = await copy.run('vitest', 'run', '--project', 'sqlite', 'server/ssr/said.test.ts')
  expect(shown).toMatchObject({ code: 0, said: expect.stringMatching(/1 passed/) })
})
