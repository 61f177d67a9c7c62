import { expect, test } from 'vitest'
import { ownWords } from './text-report.ts'

const page = (id: string, texts: string[], locale = 'en') => ({ id, locale, path: `/${id}`, texts })

test('a word is a page’s own unless five in a row, or a whole short text, stand on another page of its language', () => {
  const [loan, credit, german] = ownWords([
    page('loan', ['How much?', 'Lenders pay us, so you pay nothing at all for it.', 'Ask your bank first.']),
    page('credit', ['HOW MUCH', 'Lenders pay us, so you pay later.', 'Ask your bank.', 'Ask your bank.']),
    page('kredit', ['How much?'], 'de'),
  ])
  expect(loan).toMatchObject({ words: 17, own: 9 })
  expect(loan?.shared).toEqual([
    { text: 'lenders pay us so you pay', words: 6, on: ['/credit'] },
    { text: 'how much', words: 2, on: ['/credit'] },
  ])
  expect(credit).toMatchObject({ words: 15, own: 7 })
  expect(german).toMatchObject({ words: 2, own: 2 })
})
