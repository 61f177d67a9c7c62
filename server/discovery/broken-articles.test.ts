import { expect, test } from 'vitest'
import { goodSite } from '../../engine/node/good-site.ts'
import { filesOf } from '../../engine/node/testing/check-tree.ts'
import { smallBlog } from '../../engine/node/testing/small-blog.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'

const tree = { ...smallTree, ...smallBlog }
const english = 'definitions/blog/heat/en.md'

const broken = {
  HTML: (text: string) => text.replace('Ask [us]', 'Ask <b>us</b> or [us]'),
  'front matter': (text: string) => text.replace('title: Less heat', 'title: Less: heat: still'),
  size: (text: string) => text + 'Word '.repeat(200_000),
  slug: null,
}

test.each(Object.entries(broken))(
  'a broken article, by its %s, leaves the last good one live and all others',
  async (_, change) => {
    const good = await filesOf(tree)
    const before = await goodSite(good)
    if (!before.ok) throw new Error(JSON.stringify(before.problems))
    const cold = 'definitions/blog/cold/article.json'
    const changed = change
      ? { ...tree, [english]: change(tree[english] ?? '') }
      : { ...tree, [cold]: (tree[cold] ?? '').replace('less-cold', 'less-heat') }
    const after = await goodSite(await filesOf(changed), before.files)
    if (!after.ok) throw new Error(JSON.stringify(after.problems))
    expect(after.quarantined).toMatchObject([{ definition: change ? 'blog/heat' : 'blog/cold', live: 'last good' }])
    expect(after.value.blog.articles('en').map(({ path }) => path)).toEqual(['/blog/less-cold', '/blog/less-heat'])
    expect(after.value.blog.article('heat', 'en')?.text).toEqual(before.value.blog.article('heat', 'en')?.text)

    expect(after.value.pages.movedTo('sun', '/blog/cold')).toBe('/blog/less-cold')

    // A server that starts with it has no earlier one: the article is left out, and nothing else.
    const started = await goodSite(await filesOf(changed))
    if (!started.ok) throw new Error(JSON.stringify(started.problems))
    expect(started.value.blog.articles('en')).toHaveLength(1)
  },
)
