import type { Page } from '@playwright/test'

/** Resolves once the page's form is React's: from then on no step is posted as HTML does. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('main form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })
}
