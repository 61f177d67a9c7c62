import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Fails with every accessibility violation that the page has now. Needs JavaScript in the page's context.
 * @param part what of it to judge, as a selector
 */
export async function axe(page: Pick<Page, 'evaluate' | 'url'>, part = 'html'): Promise<void> {
  // Half a megabyte that a document needs once, however many of its states are looked at.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ({ values, part }) => {
      const { axe } = globalThis as unknown as { axe: { run: (part: string, options: object) => Promise<AxeResults> } }
      const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }
      return (await axe.run(part, options)).violations
    },
    { values: standards, part },
  )
  const report = violations.map(({ id, impact, help, helpUrl, nodes }) =>
    [
      `${id} (${impact}): ${help} ${helpUrl}`,
      ...nodes.map((node) => `  ${node.target.join(' ')}\n    ${node.html}\n    ${node.failureSummary}`),
    ].join('\n'),
  )
  expect(report.join('\n'), `accessibility of ${page.url()}`).toBe('')
}
