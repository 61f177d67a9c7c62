import { readdir } from 'node:fs/promises'
import { HtmlValidate } from 'html-validate'
import { expect, onTestFinished, test } from 'vitest'
import { loadSite } from '../../engine/node/load.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import type { PageAt } from '../../engine/site/addresses/path-table.ts'
import { listed } from '../../engine/site/asked.ts'
import { dealStock } from '../../engine/site/deals/shelf.ts'
import { pageView } from '../../engine/site/page-view.ts'
import type { SectionKind } from '../../engine/site/section-kind.ts'
import { sectionKinds } from '../../engine/site/sections/table.ts'
import { buildPages } from '../testing/running-server.ts'
import { seenOnce } from '../testing/seen-once.ts'
import { loadRenderer } from './renderer.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What an address can ask of a page, by one parameter at a time; of pages by the hundred one. Pages as such are crawled. */
function statesOf({ id, page }: PageAt): Record<string, string>[] {
  if (id.startsWith('layout-')) return [{}]
  const kinds = Object.values(page.sections).map(({ kind }): SectionKind<never> => sectionKinds[kind])
  return kinds.flatMap(({ reads = {} }) =>
    Object.entries(reads).flatMap(([name, values]) => {
      const known = listed(values)
      const tried = known.length === 0 ? ['1'] : known.slice(0, known.length > 20 ? 1 : undefined)
      return tried.map((value) => ({ [name]: value }))
    }),
  )
}

function showsDeals({ sections }: PageAt['page']): boolean {
  return Object.values(sections).some(({ kind }) => kind === 'deals')
}

test('every layout in every brand, and every page as an address can ask for it, is valid HTML', {
  timeout: 300_000,
}, async () => {
  // What finds nothing here finds something elsewhere.
  expect((await validator.validateString('<ul><p>x</ul>')).valid).toBe(false)
  buildPages()
  const box = await sandbox()
  onTestFinished(box.remove)
  const layouts = (await readdir(`${box.definitions}/layouts`)).map((file) => file.replace('.json', ''))
  for (const layout of layouts) {
    const { locales } = JSON.parse(await box.read(`definitions/layouts/${layout}.json`)) as { locales: string[] }
    const page = {
      ...{
        locales: [locales[0]],
        path: `/layouts/${layout}`,
        layout,
        partner: 'Acme',
        title: layout,
        description: 'x',
      },
      banner: { image: 'home', title: 'A roof', subtitle: 'and what is under it' },
      sections: { text: { kind: 'text', title: layout, paragraphs: { one: 'One.' } } },
    }
    await box.edit(`definitions/pages/layout-${layout}.json`, null, JSON.stringify(page))
  }
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const render = await loadRenderer()
  onTestFinished(render.close)
  // Languages and brands differ in words and colours: what is asked of a page is seen in one.
  const isSeen = ({ id, locale, page }: PageAt, brand: string) =>
    id.startsWith('layout-') || (brand === site.definition.brand && locale === (showsDeals(page) ? 'en' : 'de'))
  const shelf = dealStock(site.deals.all, site.definition).at(Date.parse('2026-12-01T12:00:00Z'))
  const views = site.brands.all.flatMap((brand) =>
    site.pages
      .ofBrand(brand.id)
      .filter((at) => isSeen(at, brand.id))
      .flatMap((at) => statesOf(at).map((asked) => pageView(site, at, brand, { asked, shelf }))),
  )
  expect(views.length).toBeGreaterThan(layouts.length * 3)
  const expectValid = async (path: string, html: string) => {
    const { results } = await validator.validateString(html)
    const messages = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} ${selector}`),
    )
    expect(messages.join('\n')).toBe('')
  }
  for (const view of views) {
    const { html } = await render.render(new URL(view.path, 'http://leadwright.invalid'), seenOnce(view))
    await expectValid(view.path, html.toString())
  }
  // The footer's form as it comes back with its mistakes.
  const at = site.pages.at(site.definition.brand, '/privacy')
  if (!at) throw new Error('There is no privacy policy.')
  const view = pageView(site, at, site.brands.byId(site.definition.brand))
  const address = `http://leadwright.invalid${view.path}?form=newsletter&step=subscribe`
  const posted = Object.entries({ section: 'newsletter', shown: 'email', go: 'on', 'root[email]': 'half@' })
  const { status, html } = await render.render(new URL(address), seenOnce(view), posted)
  expect(status).toBe(422)
  await expectValid(address, html.toString())
})
