// What may be borrowed on a car, judged in the browser: to the cent, at once, and again when its value changes.
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'

test('at 70 % of the car’s value the page goes on, a cent above it says why not, and lowering the value says so too', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto('/forms/loan')
  await answersByItself(page)
  const goOn = () => page.locator('main .lw-buttons button[name=go][value=on]').click()
  const { carValue, carLoanAmount, carLoanTermMonths } = textsOf('en', 'forms/loan').steps.loan.fields
  const worth = page.getByLabel(carValue.title)
  const amount = page.getByLabel(carLoanAmount.title)
  const hint = page.locator('main .lw-field', { has: amount }).locator('.lw-hint')
  const error = page.locator('main .lw-field', { has: amount }).locator('.lw-error')
  await page.getByLabel('Something else').check()
  await page.getByLabel('Yes').check()
  await goOn()
  await expect(hint).toHaveText('At least £500.')
  await page.getByLabel(carLoanTermMonths.title).fill('12')

  // Random values that the examples of binary numbers join: 0.7 × 1000.1 is 700.0699999999999 there.
  const values = [
    100_010,
    75_000,
    857_142,
    ...Array.from({ length: 6 }, () => 75_000 + Math.floor(Math.random() * 782_000)),
  ]
  for (const cents of values) {
    const most = Number((BigInt(cents) * 7n) / 10n)
    const [limit, above, below] = [most, most + 1, most - 1].map((each) => (each / 100).toFixed(2))
    await worth.fill((cents / 100).toFixed(2))
    await amount.fill(`${above}`)
    await goOn()
    const sentence = `The answer to “${carLoanAmount.title}” must be ${money(most)} or less: 70% of your answer to “${carValue.title}”`
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(sentence)
    await expect(hint).toHaveText(`From £500 to ${money(most)}.`)
    for (const allowed of [limit, below]) {
      await amount.fill(`${allowed}`)
      await goOn()
      await expectHeading(page, 'Your car')
      await page.getByRole('button', { name: 'Back' }).click()
      await expectHeading(page, 'Your loan')
    }
    await worth.fill('750')
    await amount.fill('525.01')
    await goOn()
    await expect(error).toContainText('Enter £525 or less')
    // The answer that limits is corrected, and not the one that was refused.
    await worth.fill('760')
    await worth.blur()
    await expect(error).toHaveCount(0)
  }
  expect(posts.filter((url) => !url.endsWith('/api/v1/steps'))).toEqual([])
})

function money(cents: number): string {
  const style = { style: 'currency', currency: 'GBP', minimumFractionDigits: cents % 100 === 0 ? 0 : 2 } as const
  return new Intl.NumberFormat('en', style).format(cents / 100)
}
