import { expect, test } from 'vitest'
import { checkTree } from './testing/check-tree.ts'
import { smallBlog } from './testing/small-blog.ts'
import { smallTree } from './testing/small-tree.ts'

const site = 'definitions/site.json'

/** The small site with its blog, and a setting of site.json for languages without articles, such as Spanish. */
async function siteWith(fallback: string | null) {
  const text = smallTree[site] ?? ''
  const changed = fallback === null ? text : text.replace('{', `{ "blogFallback": "${fallback}",`)
  const loaded = await checkTree({ ...smallTree, ...smallBlog, [site]: changed })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

test('a language without articles has those of the first language, and their addresses lead to these', async () => {
  const site = await siteWith(null)
  expect(site.blog.articles('es').map(({ path }) => path)).toEqual(['/blog/less-cold', '/blog/less-heat'])
  expect(site.pages.movedTo('sun', '/es/blog/less-heat')).toBe('/blog/less-heat')
  expect(site.pages.at('sun', '/es/blog/less-heat')).toBeNull()
})

test('another language can stand for it', async () => {
  const site = await siteWith('de')
  expect(site.blog.articles('es').map(({ locale }) => locale)).toEqual(['de', 'de'])
  expect(site.pages.movedTo('sun', '/es/blog/weniger-heizen')).toBe('/de/blog/weniger-heizen')
  expect(site.pages.movedTo('sun', '/es/blog/less-heat')).toBeNull()
})

test('or none: then nothing is listed there, and nothing leads elsewhere', async () => {
  const site = await siteWith('none')
  expect(site.blog.articles('es')).toEqual([])
  expect(site.pages.movedTo('sun', '/es/blog/less-heat')).toBeNull()
  expect(site.blog.articles('de')).toHaveLength(2)
})

test('a draft is listed nowhere, but for those who write it', async () => {
  const article = 'definitions/blog/cold/article.json'
  const draft = (smallBlog[article] ?? '').replace('"category"', '"draft": true, "category"')
  // What others link to must be there.
  const loaded = await checkTree({ ...smallTree, ...smallBlog, [article]: draft })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  expect(loaded.site.blog.articles('en').map(({ id }) => id)).toEqual(['heat'])
  expect(loaded.site.pages.at('sun', '/blog/less-cold')).toBeNull()
  const shown = loaded.site.authoring.withDrafts()
  expect(shown.pages.at('sun', '/blog/less-cold')?.page.noindex).toBe(true)
})
