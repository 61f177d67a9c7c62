// Presses made while something else is under way: none is lost, none counts twice, and none is for a step not seen yet.
import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { answersByItself, hydrated, toLastStep } from './hydrated.ts'
import { expectHeading, fillContact, goOn, words } from './questionnaire.ts'
import { storedLeads } from './stored-leads.ts'

const say = words.en
const button = (page: Page, go: string) => page.locator(`main button[name=go][value="${go}"]`).last()
const heading = (page: Page) => page.locator('main .lw-step-heading')
const choose = (page: Page, field: string, value: string) =>
  page.locator(`main [name="root[${field}]"][value="${value}"]`).check()

async function fillCar(page: Page): Promise<void> {
  await choose(page, 'bought', 'new')
  for (const [part, value] of Object.entries({ month: '5', year: '2020' }))
    await page.locator(`main [name="root[firstRegistration][${part}]"]`).fill(value)
}

/** Keeps what matches from coming. @returns lets it come, now and later */
async function hold(page: Page, address: string, isMeant: (route: Route) => boolean = () => true) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    if (isMeant(route)) await held
    await route.continue()
  })
  return release
}

test('what is answered while the rules of a step load counts, and so does the press that follows', async ({
  page,
  sharedSite: { site },
}) => {
  const release = await hold(page, '**/validators/**')
  await page.goto(`${site.origin}/forms/car`)
  await hydrated(page)
  await choose(page, 'request', 'first')
  await button(page, 'on').click()
  await fillCar(page)
  // The button is busy, which Playwright would wait for.
  await button(page, 'on').click({ force: true })
  release()
  await expect(heading(page)).toHaveText('Who drives it?')
  await button(page, 'back').click()
  await expect(page.locator('[name="root[bought]"][value=new]:not([type=hidden])')).toBeChecked()
  await expect(page.locator('[name="root[firstRegistration][year]"]')).toHaveValue('2020')
})

test('going back and adding wait for no rules', async ({ page, sharedSite: { site } }) => {
  await page.goto(`${site.origin}/forms/car`)
  await answersByItself(page)
  await choose(page, 'request', 'first')
  await fillCar(page)
  await button(page, 'on').click()
  await expect(heading(page)).toHaveText('Who drives it?')
  const release = await hold(page, '**/validators/**')
  await page.reload()
  await expect(heading(page)).toHaveText('Who drives it?')
  await button(page, 'add').click()
  await expect(page.locator('fieldset.lw-item')).toHaveCount(2)
  await button(page, 'on').click()
  await expect(page.getByRole('status')).toHaveText('Please wait')
  await button(page, 'back').click()
  await expect(heading(page)).toHaveText('Your car')
  release()
  await page.waitForLoadState('networkidle')
  await expect(heading(page)).toHaveText('Your car')
})

test('a press at the moment a step appears counts', async ({ page, sharedSite: { site } }) => {
  await page.goto(`${site.origin}/forms/car`)
  await answersByItself(page)
  await choose(page, 'request', 'first')
  await fillCar(page)
  // As soon as it is drawn, and before anything else can run.
  await page.evaluate(() => {
    const follow = new MutationObserver(() => {
      const add = document.querySelector<HTMLButtonElement>('main button[name=go][value=add]')
      if (!add) return
      follow.disconnect()
      add.click()
    })
    follow.observe(document.body, { subtree: true, childList: true })
  })
  await button(page, 'on').click()
  await expect(page.locator('fieldset.lw-item')).toHaveCount(2)
})

test('the second half of a double click is not for the step that has come meanwhile', async ({
  page,
  sharedSite: { site },
}) => {
  await page.goto(`${site.origin}/forms/car`)
  await answersByItself(page)
  await choose(page, 'request', 'first')
  await fillCar(page)
  await button(page, 'on').click()
  await expect(heading(page)).toHaveText('Who drives it?')
  await button(page, 'on').scrollIntoViewIfNeeded()
  const box = await button(page, 'on').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + 9)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.waitForTimeout(500)
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The next press is for what is on the screen.
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('alert')).toBeFocused()
})

test('who goes back before the answers are judged has sent nothing', async ({ page, site }) => {
  const email = `${randomUUID()}@example.com`
  await toLastStep(page)
  await fillContact(page, 'en', email)
  const release = await hold(page, '**/validators/**')
  await page.reload()
  await expectHeading(page, say.steps[2])
  await expect(page.locator('input[name="root[email]"]')).toHaveValue(email)
  await goOn(page)
  await expect(page.getByRole('status')).toHaveText('Please wait')
  await page.goBack()
  await expect(page.locator('input[name="root[address]"]')).toBeVisible()
  release()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('input[name="root[address]"]')).toBeVisible()
  expect(storedLeads(site, email)).toHaveLength(0)
})

test.describe('with a server that is busy', () => {
  test.use({ expectedStatuses: [503] })

  test('a correction made and pressed while the answers are on their way is sent after them', async ({
    page,
    site,
  }) => {
    const email = `${randomUUID()}@example.com`
    await toLastStep(page)
    await fillContact(page, 'en', email)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(
      '**/api/v1/submissions',
      async (route) => {
        await held
        await route.fulfill({ status: 503, headers: { 'retry-after': '60' } })
      },
      { times: 1 },
    )
    await goOn(page)
    await expect(page.getByRole('status')).toHaveText('Please wait')
    await page.locator('input[name="root[email]"]').fill(`new.${email}`)
    await button(page, 'on').click({ force: true })
    answer()
    await expectHeading(page, say.thanks)
    expect(storedLeads(site, email)).toHaveLength(0)
    expect(storedLeads(site, `new.${email}`)).toHaveLength(1)
  })
})

test('a form that was posted before the app came, and is pressed again after, is sent once', async ({
  page,
  sharedSite: { site },
}) => {
  const email = `${randomUUID()}@example.com`
  const releaseApp = await hold(page, '**/assets/entry-client*')
  const releasePost = await hold(page, '**/forms/brochure*', (route) => route.request().method() === 'POST')
  await page.goto(`${site.origin}/forms/brochure`)
  await page.locator('main [value=house]').check()
  await page.locator('main [name="root[email]"]').fill(email)
  await page.locator('main [name="root[privacy]"]').check()
  // While a page is on its way Playwright asks nothing of the one that it leaves.
  await page.evaluate(() => {
    const form = document.querySelector('main form') as HTMLFormElement
    const press = () => form.querySelector<HTMLButtonElement>('button[name=go][value=on]')?.click()
    press()
    const again = setInterval(() => {
      if (!Object.keys(form).some((key) => key.startsWith('__reactProps'))) return
      clearInterval(again)
      setTimeout(() => {
        press()
        setTimeout(() => void fetch('/readyz'), 1000)
      }, 500)
    }, 50)
  })
  const pressedAgain = page.waitForRequest('**/readyz')
  releaseApp()
  await pressedAgain
  releasePost()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The brochure is on its way')
  expect(storedLeads(site, email)).toHaveLength(1)
})
