// A new kind of section: its schema, its file in the site and its component.
import type { NewKind } from './new-kind.ts'

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
import { checkTarget } from '#engine/library'
import type { SectionKind } from '../section-kind.ts'

export const pullQuote = {
  check: (section, place) => checkTarget(section.page, section, { ...place, path: [...place.path, 'page'] }),
  view: (section, { site, locale }) => ({ ...section, href: site.pages.pathOf(section.page, locale) }),
} satisfies SectionKind<PullQuoteSection, PullQuoteSection & { href: string | null }>
`

const component = `import type { SectionProps } from '../loaded-sections.ts'

export function PullQuoteSection({ section }: SectionProps<'pull-quote'>) {
  return <blockquote cite={section.href ?? undefined}>{section.quote}</blockquote>
}
`

/** A page with a section of it, which names another page. */
export const pageSaying = (target: string) =>
  JSON.stringify({
    $schema: '../../schemas/page.schema.json',
    locales: ['en'],
    path: '/said',
    title: 'Said',
    description: 'Somebody said it.',
    sections: { said: { kind: 'pull-quote', quote: 'It is true.', page: target } },
  })

const rendered = `import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

test('the quote stands on its page', async () => {
  const { origin } = await appOn(await temporaryStorage())
  expect(await (await fetch(origin + '/said')).text()).toContain('<blockquote cite="/privacy">It is true.</blockquote>')
})
`

export const sectionKind: NewKind = {
  planted: {
    'schemas/sections/pull-quote.schema.json': schema,
    'engine/site/sections/pull-quote.ts': kind,
    'web/sections/pull-quote/PullQuoteSection.tsx': component,
    'definitions/pages/said.json': pageSaying('privacy'),
    'server/pages/said.test.ts': rendered,
  },
  made: [
    'engine/site/sections/table.ts',
    'schemas/generated/section.ts',
    'schemas/generated/sections/pull-quote.ts',
    'schemas/block.schema.json',
    'schemas/section.schema.json',
  ],
}
