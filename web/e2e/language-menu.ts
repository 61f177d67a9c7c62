import type { Locator, Page } from '@playwright/test'

/** What opens the menu of languages. */
export function languageButton(page: Page): Locator {
  return page.locator('details:has([data-language-cookie]) > summary')
}

/** Chooses a language by its own name. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await languageButton(page).click()
  await page.locator('[data-language-cookie]').getByRole('link', { name }).click()
}
