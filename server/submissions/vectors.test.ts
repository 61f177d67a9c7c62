// The answers that `leadwright prove` found for each route of each form, sent the ways clients send them. Each step and each
// ending is met in every language, and each route by API in one of those that ask the same; in all of them, and without
// JavaScript too, by `leadwright bench faults every-language`.
import { expect, test } from 'vitest'
import { writeAnswers } from '../../engine/form/journey/form-data.ts'
import { everyField, journey, screenedOutAt } from '../../engine/form/journey/journey.ts'
import { validate, validateStep } from '../../engine/form/journey/validation/validate.ts'
import { leadContent, nestAnswers } from '../../engine/form/lead/lead.ts'
import type { AnswerProblem, Answers } from '../../engine/form/model/answers.ts'
import type { ResolvedForm } from '../../engine/form/model/form.ts'
import { plainWords } from '../../engine/form/model/links.ts'
import { sentence } from '../../engine/form/model/sentence.ts'
import { wrongAnswers } from '../../engine/form/testing/wrong-answers.ts'
import {
  addressOf,
  fewest,
  printCounts,
  provenForms,
  summaryOf,
  withOwnQuestions,
} from '../../engine/node/testing/proven-forms.ts'
import { translator } from '../../engine/site/i18n/translator.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { patiently } from '../testing/patiently.ts'

const { site, forms } = await provenForms()
const inEveryLanguage = process.env.EVERY_LANGUAGE === '1'

/** The forms that are filled over each of their routes, in languages that take turns. */
const overEachRoute = new Set(
  [...Map.groupBy(forms, ({ form }) => form.id).values()].flatMap((languages, turn) =>
    inEveryLanguage ? languages : withOwnQuestions(languages, turn),
  ),
)

test('every form in every language makes the same lead in core, by API and without JavaScript', {
  timeout: 1_200_000,
}, async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const counts: Record<string, { core: number; api: number; 'no JavaScript': number }> = {}
  for (const proven of forms) {
    const { form, judges } = proven
    const least = fewest(proven)
    const vectors = overEachRoute.has(proven) ? proven.vectors : least
    const count = { core: 0, api: 0, 'no JavaScript': 0 }
    const passed = new Map<string, number>()
    for (const answers of vectors) {
      const route = journey(form, answers)
      expect(validate(route, judges)).toEqual([])
      const lead = leadContent(form, route.answers)
      count.core += 1
      expect((await byApi(origin, form, answers)).status).toBe(201)
      count.api += await stored(form, lead)
      if (!inEveryLanguage && !least.includes(answers)) continue
      expect(await withoutJavaScript(origin, form, answers, passed)).toEqual(expectedStatuses(form, answers))
      count['no JavaScript'] += await stored(form, lead)
    }
    counts[`${form.id} ${form.locale}`] = count
  }
  printCounts(counts)
  const offered = site.forms.ids.flatMap((id) =>
    Object.keys(site.definition.locales).filter((locale) => site.forms.version(id, locale) !== null),
  )
  expect(Object.keys(counts)).toHaveLength(offered.length)
  expect(Object.values(counts).every((ways) => Object.values(ways).every((count) => count > 0))).toBe(true)

  /** The last lead is of this form and holds these answers and consents: one more that arrived. */
  async function stored(form: ResolvedForm, { answers, consents }: ReturnType<typeof leadContent>): Promise<1> {
    const [leads = [], given = []] = await storage.atomic([
      { sql: 'SELECT form, locale, answers FROM leads ORDER BY id DESC LIMIT 1', parameters: [] },
      {
        sql: 'SELECT consent, text, granted FROM consents WHERE lead_id = (SELECT max(id) FROM leads)',
        parameters: [],
      },
    ])
    const [row] = leads
    expect([row?.form, row?.locale, JSON.parse(String(row?.answers))]).toEqual([form.id, form.locale, answers])
    const written = given.map(({ consent, text, granted }) => [consent, text, Number(granted) === 1]).sort()
    expect(written).toEqual(consents.map(({ id, text, granted }) => [id, text, granted]).sort())
    return 1
  }
})

test('who is turned away is told so in the same words by API and without JavaScript, and nothing is stored', {
  timeout: 1_200_000,
}, async () => {
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const ended = forms.flatMap(({ form, screenedOutAt }) => screenedOutAt.map((answers) => ({ form, answers })))
  for (const { form, answers } of ended) {
    const route = journey(form, answers)
    const { end = '', at = -1 } = screenedOutAt(form, route) ?? {}
    const { title = '', text = '' } = form.screenOuts?.[end] ?? {}
    const step = route.steps[at]?.id ?? ''
    const page = await postStep(origin, form, step, answers)
    expect(page.status).toBe(200)
    const html = unescaped(await page.text())
    expect(html).toContain(`autofocus="">${title}</h1>`)
    expect(html).toContain(`value="to-${step}"`)
    expect(html).not.toContain('value="past"')
    // A step further down tells the same, and the way back leads to the questions with their answers.
    const later = form.steps.at(-1)?.id ?? ''
    expect(unescaped(await (await postStep(origin, form, later, answers)).text())).toContain(`>${title}</h1>`)
    const back = await postStep(origin, form, step, answers, `to-${step}`)
    expect([back.status, unescaped(await back.text()).includes(`>${title}</h1>`)]).toEqual([200, false])
    // What else the form asks changes nothing.
    const whole = { ...proven(form).vectors.at(-1), ...answers }
    const reply = await byApi(origin, form, journey(form, whole).answers)
    const { errors } = (await reply.json()) as { errors: { code: string; message: string }[] }
    expect([reply.status, errors.map(({ code, message }) => [code, message])]).toEqual([
      422,
      [['turnedAway', `${title}: ${plainWords(text)}`]],
    ])
  }
  const [[row] = []] = await storage.atomic([{ sql: 'SELECT count(*) AS count FROM leads', parameters: [] }])
  expect(Number(row?.count)).toBe(0)
  expect(ended.length).toBeGreaterThan(20)

  function proven(form: ResolvedForm) {
    return forms.find((each) => each.form === form) ?? { vectors: [] }
  }
})

test('every step refuses nothing and nonsense with the same sentences in core, by API and without JavaScript, and ticks no consent', {
  timeout: 1_200_000,
}, async () => {
  const { origin } = await appOn(await temporaryStorage())
  /** The consents that were seen on a page. */
  const asked = new Set<string>()
  for (const proven of forms) {
    const { form, judges } = proven
    const { t } = translator(form.locale, site.texts.words(form.locale))
    const told = (problem: AnswerProblem) => {
      const field = everyField(form, {}).find(({ id }) => id === problem.field)
      return field ? sentence(problem, field, form, t) : problem.field
    }
    /** Routes begin alike: what was judged once is judged alike. */
    const judged = new Set<string>()
    for (const answers of fewest(proven)) {
      let before: Answers = {}
      for (const { id, asked: fields } of journey(form, answers).steps) {
        const own = (given: Answers) => Object.fromEntries(fields.flatMap((field) => entryOf(field.id, given)))
        const nonsense = { ...before, ...own(answers), ...wrongAnswers(fields) }
        for (const given of [before, nonsense]) {
          const route = journey(form, given)
          const step = route.steps.find((other) => other.id === id)
          const problems = step ? validateStep(step, route.answers, judges) : []
          const posted = JSON.stringify([id, given])
          if (problems.length === 0 || judged.has(posted)) continue
          judged.add(posted)
          // What one language says of nonsense on its page the others say as well: the API asks them all.
          if (given === before || overEachRoute.has(proven)) {
            const page = await postStep(origin, form, id, given)
            expect(page.status).toBe(422)
            const html = await page.text()
            expect(summaryIn(html)).toEqual(summaryOf(form, given, problems, t))
            for (const consent of form.consents) {
              const boxes = boxesOf(html, consent.id)
              if (boxes.length > 0) asked.add(`${form.id} ${form.locale} ${consent.id}`)
              if (given[consent.id] !== true) expect(boxes.filter((box) => box.includes('checked'))).toEqual([])
            }
          }
          const reply = await byApi(origin, form, given)
          expect(reply.status).toBe(422)
          const { errors } = (await reply.json()) as { errors: { code: string; message: string }[] }
          const all = validate(route, judges)
          expect(errors.map(({ code, message }) => [code, message])).toEqual(all.map((each) => [each.code, told(each)]))
        }
        before = { ...before, ...own(answers) }
      }
    }
  }
  expect(asked.size).toBe(forms.flatMap(({ form }) => form.consents).length)
})

function entryOf(id: string, answers: Answers) {
  const answer = answers[id]
  return answer === undefined ? [] : [[id, answer] as const]
}

function byApi(origin: string, form: ResolvedForm, answers: Answers): Promise<Response> {
  const body = JSON.stringify({ form: form.id, locale: form.locale, answers: nestAnswers(form, answers) })
  const headers = { 'content-type': 'application/json' }
  return patiently(() => fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body }))
}

/** Posts a step with the answers so far, as a browser without scripts does. */
function postStep(origin: string, form: ResolvedForm, step: string, given: Answers, go = 'on'): Promise<Response> {
  const entries = writeAnswers(everyField(form, given), given, form.locale)
  const shown = (journey(form, given).steps.find(({ id }) => id === step)?.asked ?? []).map(({ id }) => id).join(' ')
  const body = new URLSearchParams([...entries.map(([name, value]) => [name, value]), ['shown', shown], ['go', go]])
  const headers = { 'sec-fetch-site': 'same-origin' }
  const address = `${origin}${addressOf(form)}?step=${step}`
  return patiently(() => fetch(address, { method: 'POST', body, headers, redirect: 'manual' }))
}

/**
 * The statuses of the replies to each step in turn.
 * @param passed statuses by what was posted: routes begin alike, and what is no lead yet is answered alike each time
 */
async function withoutJavaScript(
  origin: string,
  form: ResolvedForm,
  answers: Answers,
  passed: Map<string, number>,
): Promise<number[]> {
  const statuses: number[] = []
  let given: Answers = {}
  const { steps } = journey(form, answers)
  for (const [index, step] of steps.entries()) {
    given = { ...given, ...Object.fromEntries(step.asked.flatMap(({ id }) => entryOf(id, answers))) }
    const posted = JSON.stringify([step.id, given])
    const known = index < steps.length - 1 ? passed.get(posted) : undefined
    const status = known ?? (await postStep(origin, form, step.id, given)).status
    passed.set(posted, status)
    statuses.push(status)
  }
  return statuses
}

/** Each step leads to the next; the last is sent, to a page of its own unless that reads answers back. */
function expectedStatuses(form: ResolvedForm, answers: Answers): number[] {
  const { thankYou, printAnswers = false, offers } = form
  // “Any day” is not said again.
  const isSaidAgain = [thankYou?.echoField ?? []]
    .flat()
    .some((id) => ![undefined, 'any'].includes(answers[id] as string))
  const end = isSaidAgain || (printAnswers && !offers) ? 200 : 303
  return journey(form, answers).steps.map((_, index, all) => (index === all.length - 1 ? end : 200))
}

/** The boxes of a consent, as the page has them. */
function boxesOf(html: string, id: string): string[] {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input)
  return inputs.filter((input) => input.includes(`name="root[${id}]"`) && input.includes('type="checkbox"'))
}

/** The sentences of the error summary. */
function summaryIn(html: string): string[] {
  const [, summary = ''] = /class="lw-summary"(.*?)<\/ul>/s.exec(html) ?? []
  return [...summary.matchAll(/<a href="[^"]*">(.*?)<\/a>/g)].map(([, text = '']) => unescaped(text))
}

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
