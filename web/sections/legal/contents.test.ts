import { expect, test } from 'vitest'
import type { SectionView } from '../../../engine/site/page-view.ts'
import { contentsFrom, firstSentence } from './LegalSection.tsx'

const clause = (title: string) => ({ title, paragraphs: { so: 'So.' } })
const legal = (id: string, titles: Record<string, string>) => {
  const clauses = Object.fromEntries(Object.entries(titles).map(([anchor, title]) => [anchor, clause(title)]))
  return { id, kind: 'legal', title: id, clauses } satisfies SectionView
}
const text = { id: 'more', kind: 'text', title: 'More', paragraphs: { so: 'So.' } } satisfies SectionView
const { title: _, ...untitled } = text

test('the first legal text of a page has the contents of the whole page from there', () => {
  const sections = [text, legal('rules', { one: 'One', two: 'Two' }), text, untitled, legal('terms', { TC: 'Terms' })]
  expect(contentsFrom('rules', { sections }).map(({ anchor, title }) => `${anchor} ${title}`)).toEqual([
    'one One',
    'two Two',
    'more More',
    'terms terms',
  ])
  expect(contentsFrom('terms', { sections })).toEqual([])
})

test('what is in access anyway needs no contents', () => {
  expect(contentsFrom('rules', { sections: [legal('rules', { one: 'One', two: 'Two' })] })).toEqual([])
})

test('the first sentence is what comes before a full stop that ends one', () => {
  expect(firstSentence('We keep them. Then not.')).toEqual(['We keep them.', ' Then not.'])
  expect(firstSentence('Nach Art. 6 Abs. 1, z. B. Namen. Mehr.')).toEqual([
    'Nach Art. 6 Abs. 1, z. B. Namen.',
    ' Mehr.',
  ])
  expect(firstSentence('See [it](page:a). [Ask](page:b) us.')).toEqual(['See [it](page:a).', ' [Ask](page:b) us.'])
  expect(firstSentence('One alone.')).toEqual(['One alone.', ''])
})
