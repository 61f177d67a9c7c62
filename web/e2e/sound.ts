import { expect, type Page } from '@playwright/test'
import { axe } from './axe.ts'

/** Nothing is shown twice under one id, nothing sticks out, and axe has nothing to say. */
export async function expectSound(page: Page, hasScript: boolean): Promise<void> {
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  if (!hasScript) return
  await axe(page)
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
