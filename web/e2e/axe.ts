import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with every accessibility violation of the page as it stands. Needs JavaScript in the page's context. */
export async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  const report = violations.map(({ id, impact, help, helpUrl, nodes }) =>
    [
      `${id} (${impact}): ${help} ${helpUrl}`,
      ...nodes.map((node) => `  ${node.target.join(' ')}\n    ${node.html}\n    ${node.failureSummary}`),
    ].join('\n'),
  )
  expect(report.join('\n'), `accessibility of ${page.url()}`).toBe('')
}
