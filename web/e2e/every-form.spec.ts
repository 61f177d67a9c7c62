// Every form filled as a visitor does on a page that runs: the same steps, mistakes and lead as in core. The languages take
// turns; at night one that asks what others do not is filled too. The API and pages without JavaScript are filled in
// every language (server/submissions/vectors.test.ts), and so is this by `leadwright bench faults every-language`.
import type { Page } from '@playwright/test'
import { type JourneyStep, journey, screenedOutAt as turnedAwayAt } from '../../engine/form/journey/journey.ts'
import { endingOf } from '../../engine/form/journey/sent.ts'
import { validateStep } from '../../engine/form/journey/validation/validate.ts'
import { leadContent } from '../../engine/form/lead/lead.ts'
import type { Answers } from '../../engine/form/model/answers.ts'
import type { ResolvedForm } from '../../engine/form/model/form.ts'
import { plainWords } from '../../engine/form/model/links.ts'
import { wrongAnswers } from '../../engine/form/testing/wrong-answers.ts'
import {
  addressOf,
  fewest,
  type ProvenForm,
  printCounts,
  provenForms,
  summaryOf,
  withOwnQuestions,
} from '../../engine/node/testing/proven-forms.ts'
import { translator } from '../../engine/site/i18n/translator.ts'
import { fill, fillAtOnce } from './filling.ts'
import { axe, expect, test } from './fixture.ts'
import { hydrated } from './hydrated.ts'
import { expectHeading, offersTitle } from './questionnaire.ts'
import type { Site } from './site.ts'
import { lastLead } from './stored-leads.ts'

const { site: definitions, forms } = await provenForms()
const inEveryLanguage = process.env.EVERY_LANGUAGE === '1'
const isNight = process.env.TESTS === 'night'

/** Each form in the languages that it is filled in here; in the first of them it is also looked at closely. */
const chosen = [...Map.groupBy(forms, ({ form }) => form.id)].map(([id, languages], turn) => {
  const [first, ...rest] = withOwnQuestions(languages, turn)
  const others = inEveryLanguage ? languages.filter((each) => each !== first) : isNight ? rest : []
  const turningAway = (others.length > 0 ? [first, ...others] : languages).flatMap((each) =>
    each && each.screenedOutAt.length > 0 ? [each] : [],
  )
  return { id, turn, first, others, turningAway: others.length > 0 ? turningAway : turningAway.slice(0, 1) }
})

test.describe.configure({ mode: 'parallel' })

for (const { id, turn, first, others } of chosen) {
  test.describe(id, () => {
    test.use({ expectedStatuses: [422] })

    test('is completed with each set of its questions, and axe finds nothing on any step with its mistakes', async ({
      page,
      site,
    }) => {
      test.setTimeout(300_000)
      const counts: Record<string, number> = {}
      for (const [index, proven] of [first, ...others].entries()) {
        if (!proven) continue
        const { form } = proven
        // Core and the API try mistakes in every language; here each form has them in one, in which it is also looked at
        // closely: every other form narrow and dark, the rest wide and light.
        const looks = index === 0
        const isNarrow = (index + turn) % 2 === 0
        await page.setViewportSize({ width: isNarrow ? 360 : 1280, height: 800 })
        await page.emulateMedia({ colorScheme: isNarrow ? 'dark' : 'light', reducedMotion: 'reduce' })
        const seen = new Set<string>()
        for (const answers of fewest(proven)) {
          await complete(page, site, proven, { answers, seen, looks })
          counts[form.locale] = (counts[form.locale] ?? 0) + 1
        }
        expect([...seen].sort()).toEqual(form.steps.map((step) => step.id).sort())
      }
      printCounts({ [`${id}, browser`]: counts })
      expect(Object.keys(counts)).toHaveLength(1 + others.length)
    })
  })
}

test('in each language some forms are looked at closely', () => {
  const languages = new Set(chosen.map(({ first }) => first?.form.locale))
  expect([...languages].sort()).toEqual(Object.keys(definitions.definition.locales).sort())
})

for (const { id, turningAway } of chosen) {
  if (turningAway.length === 0) continue
  test(`${id} turns away whom it cannot serve, with a way back, and stores nothing`, async ({ page, site }) => {
    test.setTimeout(120_000)
    for (const [index, { form, screenedOutAt }] of turningAway.entries())
      for (const answers of screenedOutAt) await stop(page, site, form, answers, index === 0)
  })
}

/** Waits for a screen: several of one step have one title, so that its first question tells them apart. */
async function expectScreen(page: Page, form: ResolvedForm, { id, asked: [first] }: JourneyStep): Promise<void> {
  await expectHeading(page, form.steps.find((step) => step.id === id)?.title ?? '')
  const shown = new RegExp(`(^| )${first?.id.replaceAll('.', '\\.')}( |$)`)
  await expect(page.locator('main input[name=shown]').first()).toHaveValue(shown)
}

/** Fills the form up to where it ends. */
async function stop(page: Page, site: Site, form: ResolvedForm, answers: Answers, looks: boolean): Promise<void> {
  await page.goto(addressOf(form))
  await hydrated(page)
  const stored = lastLead(site)
  const route = journey(form, answers)
  const { end = '', at = 0 } = turnedAwayAt(form, route) ?? {}
  const { title = '', text = '' } = form.screenOuts?.[end] ?? {}
  for (const step of route.steps.slice(0, at + 1)) {
    await expectScreen(page, form, step)
    await fillAtOnce(page, step.asked, answers, form.locale)
    await page.locator('main .lw-buttons button[name=go][value=on]').click()
  }
  const heading = page.getByRole('heading', { name: title, exact: true })
  await expect(heading).toBeFocused()
  expect((await page.title()).startsWith(`${title} – `)).toBe(true)
  await expect(page.getByText(plainWords(text), { exact: true })).toBeVisible()
  if (looks) await axe(page)
  await page.locator('main .lw-buttons button').click()
  const asked = route.steps[at]
  await expectHeading(page, form.steps.find(({ id }) => id === asked?.id)?.title ?? '')
  await expect(page.locator('main .lw-step-heading')).toBeFocused()
  await page.locator('main .lw-buttons button[name=go][value=on]').click()
  await expect(heading).toBeFocused()
  expect(lastLead(site)).toEqual(stored)
}

/**
 * Controls that do not say which keyboard they want, or that the browser's Back would bring back empty. A slider follows
 * the input above it, which has the answer.
 */
const unhelpful = 'input.lw-input:not([inputmode], [type=file]), .lw-fields [autocomplete=off]:not([type=range])'

interface Visit {
  answers: Answers
  /** The steps that were looked at in this language; this visit adds its own. */
  seen: Set<string>
  /** Whether each step that is seen first is judged by axe, and sent empty and with nonsense too, and each control filled by itself. */
  looks: boolean
}

/** Fills the form by hand. */
async function complete(
  page: Page,
  site: Site,
  { form, judges }: ProvenForm,
  { answers, seen, looks }: Visit,
): Promise<void> {
  const { t } = translator(form.locale, definitions.texts.words(form.locale))
  await page.goto(addressOf(form))
  await hydrated(page)
  const goOn = () => page.locator('main .lw-buttons button[name=go][value=on]').click()
  const route = journey(form, answers)
  let before: Answers = {}
  for (const step of route.steps) {
    await expectScreen(page, form, step)
    // A choice that is tapped goes on by itself where each screen asks one question: choices.spec.ts.
    const put = looks && form.screens !== 'questions' ? fill : fillAtOnce
    const own = Object.fromEntries(
      Object.entries(answers).filter(([id]) => step.asked.some((field) => field.id === id)),
    )
    if (!seen.has(step.id)) {
      await expect(page.locator('main .lw-consent input:checked')).toHaveCount(0)
      await expect(page.locator(unhelpful)).toHaveCount(0)
    }
    if (looks && !seen.has(step.id)) {
      // What is around the form is the same on each step.
      const part = seen.size === 0 ? 'html' : 'main'
      const isRefused = await refuses(before)
      // What a step is without its mistakes is seen with them too; each is looked at once.
      if (isRefused) await axe(page, part)
      await put(page, step.asked, own, form.locale)
      // What is left out in this filling stays empty: nobody would put it right.
      const wrong = wrongAnswers(step.asked.filter(({ id }) => id in own))
      if (Object.keys(wrong).length > 0) {
        await put(page, step.asked, wrong, form.locale)
        await refuses({ ...before, ...own, ...wrong })
      }
      if (!isRefused) await axe(page, part)
    }
    await put(page, step.asked, own, form.locale)
    if (step === route.steps.at(-1)) await consentsAreShown()
    await goOn()
    seen.add(step.id)
    before = { ...before, ...own }

    /** Whether there was something to refuse. */
    async function refuses(given: Answers): Promise<boolean> {
      const now = journey(form, given)
      const at = now.steps.find(({ id }) => id === step.id)
      const problems = at ? validateStep(at, now.answers, judges) : []
      const sentences = summaryOf(form, given, problems, t)
      if (sentences.length === 0) return false
      await goOn()
      // A question for files has an alert of its own, empty until one is refused.
      const summary = page.getByRole('alert').filter({ has: page.getByRole('link') })
      await expect(summary).toBeFocused()
      await expect(summary.getByRole('link')).toHaveText(sentences)
      return true
    }
  }
  const { alert, shown } = endingOf(form, answers)
  const thanks = form.offers ? offersTitle(form.locale) : (form.thankYou?.title ?? t('thanksTitle'))
  const led = alert === null ? form.thankYou?.page : undefined
  if (led === undefined) await expectHeading(page, form.thankYou?.alerts?.[alert ?? '']?.title ?? thanks)
  else await expect(page).toHaveURL((url) => url.pathname === led)
  for (const { words } of shown) await expect(page.getByText(words, { exact: true })).toBeVisible()
  if (looks) await axe(page)
  const stored = lastLead(site)
  // Options in random order come as this visit showed them.
  const { optionOrder } = stored?.answers ?? {}
  const lead = leadContent(form, { ...route.answers, ...(optionOrder !== undefined && { optionOrder }) })
  expect(stored).toEqual({
    form: form.id,
    locale: form.locale,
    answers: lead.answers,
    attribution: {},
    consents: Object.fromEntries(lead.consents.map(({ id, text, granted }) => [id, { text, granted }])),
  })

  /** The sentences that evidence will hold are the ones on the page. */
  async function consentsAreShown(): Promise<void> {
    const texts = leadContent(form, answers).consents.map(({ text }) => text)
    await expect(page.locator('main .lw-consent')).toHaveText(texts)
  }
}
