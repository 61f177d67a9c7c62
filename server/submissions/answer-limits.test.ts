// What a visitor may borrow on a car is 70 % of what it is worth: core, API and plain pages agree to the cent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeAnswers } from '../../engine/form/journey/form-data.ts'
import { everyField, journey } from '../../engine/form/journey/journey.ts'
import { validate } from '../../engine/form/journey/validation/validate.ts'
import { nestAnswers } from '../../engine/form/lead/lead.ts'
import type { Answers } from '../../engine/form/model/answers.ts'
import { sentence } from '../../engine/form/model/sentence.ts'
import { prove } from '../../engine/form/proof/prove.ts'
import { proofOptions } from '../../engine/node/proof/form-prover.ts'
import { translator } from '../../engine/site/i18n/translator.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

test.each(['en', 'de', 'fr'])(
  'at 70 %, a cent below and a cent above, all judge alike in %s',
  {
    timeout: 120_000,
  },
  async (locale) => {
    const { origin, site } = await appOn(await temporaryStorage())
    const form = site.forms.version('loan', locale)?.form
    if (!form) throw new Error('The form is gone.')
    const { t } = translator(locale, site.texts.words(locale))
    const options = proofOptions(form, Date.now())
    const secured = prove(form, options).vectors.find(({ carAsSecurity }) => carAsSecurity === true)

    const core = (answers: Answers) =>
      validate(journey(form, answers), options.judges).map((problem) => {
        const field = everyField(form, answers).find(({ id }) => id === problem.field)
        return field ? sentence(problem, field, form, t) : problem.field
      })
    const api = async (answers: Answers) => {
      const body = JSON.stringify({ form: form.id, locale, answers: nestAnswers(form, answers) })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body })
      return reply.status === 201 ? [] : ((await reply.json()) as Refused).errors.map(({ message }) => message)
    }
    const page = async (answers: Answers) => {
      const body = new URLSearchParams([
        ...writeAnswers(everyField(form, answers), answers, locale).map(([name, value]) => [name, value]),
        ['go', 'on'],
      ])
      const headers = { 'sec-fetch-site': 'same-origin' }
      const address = `${origin}${locale === 'en' ? '' : `/${locale}`}/forms/loan?step=loan-2`
      const html = await (await fetch(address, { method: 'POST', headers, body })).text()
      const [, summary = ''] = /class="lw-summary"(.*?)<\/ul>/s.exec(html) ?? []
      return [...summary.matchAll(/<a href="[^"]*">(.*?)<\/a>/g)].map(([, text]) => text)
    }

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 75_000, max: 857_142 }), fc.constantFrom(-1, 0, 1), async (worth, more) => {
        const most = Number((BigInt(worth) * 7n) / 10n)
        const answers = { ...secured, carValue: worth / 100, carLoanAmount: (most + more) / 100 } as Answers
        const told = core(answers)
        expect(told).toHaveLength(more > 0 ? 1 : 0)
        expect([await api(answers), await page(answers)]).toEqual([told, told])
      }),
      {
        numRuns: 40,
        examples: [
          [100_010, 0],
          [100_010, 1],
          [100_010, -1],
          [75_000, 1],
        ],
      },
    )
  },
)

interface Refused {
  errors: { message: string }[]
}
