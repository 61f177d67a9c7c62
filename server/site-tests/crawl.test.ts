import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { brokenLinks } from './testing/broken-links.ts'
import { type CrawledSite, crawl } from './testing/crawl.ts'
import { foreignWords, unsaidWords } from './testing/foreign-words.ts'
import { addressOf, formerAddresses, pageTable, prefixed } from './testing/page-table.ts'
import { toldFacts, untold } from './testing/told-facts.ts'
import { wrongHeads } from './testing/wrong-heads.ts'
import { wrongOfMove, wrongOfRow } from './testing/wrong-rows.ts'

const locales = ['en', 'es', 'de', 'fr', 'it', 'nl']

let asked: Promise<CrawledSite> | undefined
/** The site, asked for by the first test that looks at it. */
function site(): Promise<CrawledSite> {
  const plain = pageTable.flatMap((row) =>
    locales.flatMap((locale) => {
      const address = prefixed(row.path, locale)
      return address === addressOf(row, locale) ? [] : address
    }),
  )
  asked ??= crawl([...plain, ...formerAddresses.map(([former]) => former)])
  return asked
}

test('every page of the table stands in each language at its address, in its layout and with its form', async () => {
  const found = await site()
  expect(Object.keys(found.site.definition.locales)).toEqual(locales)
  const wrong = pageTable.flatMap((row) => wrongOfRow(found, row))
  expect(wrong).toEqual([])
})

test('where a page stood before leads to where it stands, at once', async () => {
  const found = await site()
  expect(formerAddresses.flatMap(([former, present]) => wrongOfMove(found, former, present))).toEqual([])
})

test('no page stands outside the table but articles and the one that mails lead to', async () => {
  const found = await site()
  const rows = new Set(pageTable.map(({ path }) => path))
  const more = found.site.pages.all.flatMap(({ id, page }) =>
    rows.has(page.path) || id.startsWith('article:') ? [] : page.path,
  )
  expect([...new Set(more)]).toEqual(['/confirm'])
})

test('every page has a whole head, and a picture of the size that it says', async () => {
  expect(wrongHeads(await site())).toEqual([])
})

test('every link leads to a page and every anchor to a place in it; every file that a page loads is there', async () => {
  const found = await site()
  const pages = [...found.pages.values()]
  expect(pages.flatMap((page) => (page.status === 200 ? [] : `${page.path}: ${page.status}`))).toEqual([])
  // What finds nothing here finds something elsewhere.
  const planted = '<a href="/nowhere">x</a><a href="/privacy#nothing">x</a><a href="/es/finance/loan">x</a>'
  const [first] = pages.map((page) => ({ ...page, html: planted }))
  expect(first && brokenLinks(found, first)).toEqual([
    expect.stringContaining('/nowhere leads nowhere'),
    expect.stringContaining('nothing there is called nothing'),
    expect.stringContaining('/es/finance/loan leads nowhere'),
  ])
  expect(pages.flatMap((page) => brokenLinks(found, page))).toEqual([])
})

/** What is the same as in English and right, and why. */
const sameWords: Readonly<Record<string, string>> = {}

test('no page says three words in a row in another language’s words, nor a key or a gap in place of words', async () => {
  const pages = [...(await site()).pages.values()]
  expect(pages.flatMap(unsaidWords)).toEqual([])
  // What finds nothing here finds something elsewhere.
  const planted = pages.flatMap((page) => {
    if (page.path !== '/de') return []
    return [{ ...page, path: '/planted', html: page.html.replace('</h1>', '</h1><p>Nichts: suppliers pay us.</p>') }]
  })
  const all = foreignWords([...pages, ...planted])
  expect(all).toContainEqual({ path: '/planted', text: 'suppliers pay us' })
  const found = all.filter(({ path }) => path !== '/planted')
  const same = new Set(found.map(({ text }) => text))
  expect(found.filter(({ text }) => !(text in sameWords)).map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  expect(
    Object.keys(sameWords).filter((text) => !same.has(text)),
    'allowed, and said nowhere',
  ).toEqual([])
})

test('every page is valid HTML in every language', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
  // What finds nothing here finds something elsewhere.
  expect((await validator.validateString('<ul><p>x</ul>')).valid).toBe(false)
  const wrong: string[] = []
  for (const { path, html } of (await site()).pages.values()) {
    const { results } = await validator.validateString(html)
    for (const { messages } of results)
      for (const { ruleId, message, selector } of messages) wrong.push(`${path} ${ruleId}: ${message} ${selector}`)
  }
  expect(wrong).toEqual([])
})

test('every claim of the product stands on the page that it belongs to, in each language that says it', async () => {
  const found = await site()
  expect(toldFacts.flatMap((told) => untold(found, told))).toEqual([])
})
