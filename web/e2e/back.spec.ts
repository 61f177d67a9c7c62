import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { lastLead } from './stored-leads.ts'

const many = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`o${index}`, `Option ${index}`]))
const fields = (step: string) => ({
  [`${step}Text`]: { kind: 'text', title: `Text ${step}` },
  [`${step}Name`]: { kind: 'given-name', title: `Name ${step}` },
  [`${step}Amount`]: { kind: 'amount', title: `Amount ${step}`, minimum: 500, maximum: 75_000 },
  [`${step}Date`]: { kind: 'date', title: `Date ${step}` },
  [`${step}Story`]: { kind: 'long-text', title: `Story ${step}` },
  [`${step}Pick`]: { title: `Pick ${step}`, options: { a: `A ${step}`, b: `B ${step}` } },
  [`${step}List`]: { title: `List ${step}`, options: many },
})
const form = {
  locales: ['en'],
  title: 'Three steps',
  steps: {
    one: { title: 'Step one', fields: fields('one') },
    two: { title: 'Step two', fields: fields('two') },
    three: { title: 'Step three', fields: fields('three') },
  },
}

const { site } = fixtureSite({
  'definitions/forms/steps.json': JSON.stringify(form),
})

/** What a step's controls hold. */
function typed(page: Page): Promise<string[]> {
  return page
    .locator('main .lw-fields :is(input:not([type=hidden], [type=radio]), textarea, input[type=radio]:checked, select)')
    .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value))
}

async function fill(page: Page, step: string): Promise<string[]> {
  await page.getByLabel(`Text ${step}`).fill(`A text of ${step}`)
  await page.getByLabel(`Name ${step}`).fill('Ada')
  await page.getByLabel(`Amount ${step}`).fill('£1,200.50')
  await page.getByLabel('Day').fill('7')
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill('2026')
  await page.getByLabel(`Story ${step}`).fill('Two lines\nof text')
  await page.getByLabel(`B ${step}`).check()
  await page.getByLabel(`List ${step}`).selectOption('Option 7')
  const values = await typed(page)
  expect(values).toEqual([`A text of ${step}`, 'Ada', '£1,200.50', '7', '3', '2026', 'Two lines\nof text', 'b', 'o7'])
  return values
}

test.describe('JavaScript off', () => {
  test.use({ baseURL: '', javaScriptEnabled: false, expectedStatuses: [422] })

  test('a step reached by the browser’s Back holds what was typed, sent or not', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(`${site().origin}/forms/steps`)
    await expect(page.getByText('From £500 to £75,000.')).toBeVisible()
    const one = await fill(page, 'one')
    await page.locator('main button[value=on]').click()
    await expect(heading).toHaveText('Step two')
    const two = await fill(page, 'two')
    await page.locator('main button[value=on]').click()
    await expect(heading).toHaveText('Step three')
    const three = await fill(page, 'three')
    await page.goBack()
    await expect(heading).toHaveText('Step two')
    expect(await typed(page)).toEqual(two)
    await page.goBack()
    await expect(heading).toHaveText('Step one')
    expect(await typed(page)).toEqual(one)
    await page.goForward()
    await expect(heading).toHaveText('Step two')
    expect(await typed(page)).toEqual(two)
    await page.goForward()
    await expect(heading).toHaveText('Step three')
    expect(await typed(page)).toEqual(three)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(heading).toHaveText('Thank you, we have your answers')
    expect(lastLead(site())?.answers).toMatchObject({ oneAmount: 1200.5, twoText: 'A text of two', threeList: 'o7' })
  })
})
