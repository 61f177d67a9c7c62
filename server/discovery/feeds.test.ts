import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { articleTexts } from '../../engine/site/blog/reading-time.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { jing } from './testing/jing.ts'

const schema = join(import.meta.dirname, 'testing/atom.rnc')

function problemsIn(feed: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-feed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'feed.xml'), feed)
  return jing(schema, join(folder, 'feed.xml'))
}

test('the feed of each language with articles is valid by RFC 4287, and says what the pages say', async () => {
  const { app, site } = await appOn(await temporaryStorage())
  const get = (url: string) => app.inject({ url, headers: { host: 'leadwright.example' } })
  for (const locale of ['en', 'es', 'de', 'fr', 'it']) {
    const { statusCode, headers, body } = await get(`/feeds/${locale}.xml`)
    expect([locale, statusCode]).toEqual([locale, 200])
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect([locale, problemsIn(body)]).toEqual([locale, ''])
    const articles = site.blog.articles(locale)
    expect(body.match(/<entry /g)).toHaveLength(articles.length)
    expect(body).not.toMatch(/\{fact:|\(page:|\(social:|\(article:|\(lang:/)
    const contents = [...body.matchAll(/<content type="html">([\s\S]*?)<\/content>/g)].map(([, html = '']) =>
      words(html),
    )
    for (const [index, { path, text }] of articles.entries()) {
      expect(body).toContain(`<link rel="alternate" type="text/html" href="https://leadwright.example${path}"/>`)
      const missing = articleTexts(text).filter((each) => !contents[index]?.includes(squeezed(each)))
      expect([path, missing]).toEqual([path, []])
    }
  }
  // What finds nothing here finds something elsewhere.
  const { body } = await get('/feeds/en.xml')
  expect(problemsIn(body.replace('<updated>', '<updatd>').replace('</updated>', '</updatd>'))).not.toBe('')
})

test('there is no feed of a language that the site does not have, nor under another name', async () => {
  const { app } = await appOn(await temporaryStorage())
  for (const name of ['pt.xml', 'en', '__proto__.xml', 'en.xml.xml'])
    expect([name, (await app.inject(`/feeds/${name}`)).statusCode]).toEqual([name, 404])
})

/** The words of HTML that stands escaped in XML. */
function words(escaped: string): string {
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  return squeezed(plain(plain(escaped).replaceAll(/<[^>]*>/g, ' ')))
}

/** Without spaces: HTML has more of them between its parts. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
