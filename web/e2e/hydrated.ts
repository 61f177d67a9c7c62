import type { Page } from '@playwright/test'
import { expectHeading, fillHousing, fillProfile, goOn, nextScreen, path, words } from './questionnaire.ts'

/** Resolves once the page's form is React's: from then on no step is posted as HTML does. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('main form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })
}

/** Resolves once the page can judge answers, whatever of it is still to come. */
export async function judges(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('judges').length > 0)
}

/** Resolves once the page answers by itself and goes on by itself: it has fetched the validators and the router. */
export async function answersByItself(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['/validators/', '/assets/router-'].every((part) =>
      fetched.some((name) => name.includes(part) && name.endsWith('.js')),
    )
  })
  await page.waitForLoadState('networkidle')
}

/** Keeps the app from coming. @returns lets it come */
export async function holdApp(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/entry-client*', async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Walks the home insurance form up to its last screen, on a page that answers by itself. */
export async function toLastStep(page: Page, origin = ''): Promise<void> {
  await page.goto(origin + path.en)
  await answersByItself(page)
  await fillHousing(page)
  await goOn(page)
  await expectHeading(page, words.en.steps[1])
  await fillProfile(page)
  await goOn(page)
  await expectHeading(page, words.en.steps[2])
  await nextScreen(page, 'email')
}
