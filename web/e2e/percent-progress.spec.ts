// The bar of an application counts each answer in each step, and is full with the last that is required.
import { proveForm } from '../../engine/authoring/proof/prove-form.ts'
import { journey } from '../../engine/form/journey/journey.ts'
import type { ResolvedForm } from '../../engine/form/model/form.ts'
import { proofOptions } from '../../engine/node/proof/form-prover.ts'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { fill } from './filling.ts'
import { expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'

const site = await repositorySite()
const { form } = site.forms.version('credit', 'en') as { form: ResolvedForm }
const { vectors } = proveForm(site, form, proofOptions(form, Date.now()))

test.use({ expectedStatuses: [422] })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    for (const together of [false, true])
      test(`reaches 100 in the last step of a credit ${together ? 'for two' : 'for one'}`, async ({ page }) => {
        const answers = vectors.find((each) => each['credit.together'] === together) ?? {}
        const { steps } = journey(form, answers)
        const bar = page.locator('main progress.lw-hidden')
        const value = async () => Number(await bar.getAttribute('value'))
        await page.goto('/forms/credit')
        if (javaScriptEnabled) await hydrated(page)
        let before = await value()
        expect(before).toBe(0)
        for (const step of steps) {
          await expectHeading(page, form.steps.find(({ id }) => id === step.id)?.title ?? '')
          const isLast = step === steps.at(-1)
          for (const field of step.asked.filter(({ id }) => id !== 'privacy-suppliers')) {
            await fill(page, [field], answers, form.locale)
            if (!javaScriptEnabled || field.optional || !(field.id in answers)) continue
            // A yes may ask for more, so that the share falls; nothing else may take from it.
            if (field.id === 'credit.together') await expect(bar).not.toHaveAttribute('value', String(before))
            else await expect.poll(value).toBeGreaterThan(before)
            before = await value()
          }
          if (!isLast) await page.locator('main .lw-buttons button[name=go][value=on]').click()
        }
        const consent = page.locator('main [name="root[privacy-suppliers]"]')
        if (javaScriptEnabled) {
          expect(before).toBeLessThan(100)
          await consent.check()
          await expect(bar).toHaveAttribute('value', '100')
          await expect(page.locator('main .lw-where')).toContainText('100')
          await consent.uncheck()
          await expect.poll(value).toBe(before)
          return
        }
        // A server sees the answers when they are sent: with one that is wrong the step comes back, filled in.
        await consent.check()
        await page.locator('main [name="root[email]"]').fill('half@')
        await page.locator('main .lw-buttons button[name=go][value=on]').click()
        await expect(bar).toHaveAttribute('value', '100')
      })
  })
