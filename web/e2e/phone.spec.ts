// The main forms on a phone, as a quick visitor finishes them: the controls touched, the screens, and how tall they are.
import type { Page } from '@playwright/test'
import { allFields } from '../../engine/form/model/form.ts'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { formPages, phones } from './questionnaire.ts'

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

/** No screen is taller, in px: from the top of the page to the end of its buttons, with all that it may ask. */
const tallest = 1400

/** No screen asks more that must be answered. */
const mostQuestions = 5

interface Visit {
  form: string
  locale: 'en' | 'es' | 'nl'
  address: string
  /** What is typed, and what is chosen in place of the first option, by the end of a control's name. */
  answers: Readonly<Record<string, string>>
  /** The most controls that a quick visitor touches, without the buttons that go on. */
  taps: number
}

const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  postalCodeOrCity: 'Leeds',
  address: '1 High Street',
}

const soon = new Date(Date.now() + 30 * 86_400_000)

const visits: readonly Visit[] = [
  {
    form: 'home-insurance',
    locale: 'en',
    address: '/insurance/home-insurance',
    answers: { ...person, homePostalCodeOrCity: 'Leeds', occupancy: 'owner' },
    taps: 23,
  },
  {
    form: 'energy',
    locale: 'es',
    address: '/es/electricity-gas/energy',
    answers: {
      ...person,
      ...{ postalCodeOrCity: 'Madrid', energyType: 'both', contractedPower: '4,6', lastBill: '145' },
      ...{ useKnown: 'false', people: '3', floorArea: '90' },
    },
    taps: 19,
  },
  {
    form: 'loan',
    locale: 'en',
    address: '/finance/loan',
    answers: { ...person, carAsSecurity: 'false', amount: '8000', termMonths: '48', netIncome: '2100' },
    taps: 15,
  },
  {
    form: 'car-insurance',
    locale: 'en',
    address: '/insurance/car-insurance',
    answers: { ...person },
    taps: 16,
  },
  {
    form: 'mutual-health-insurance',
    locale: 'en',
    address: '/insurance/mutual-health-insurance',
    answers: {
      ...person,
      'start][day': `${soon.getDate()}`,
      'start][month': `${soon.getMonth() + 1}`,
      'start][year': `${soon.getFullYear()}`,
    },
    taps: 13,
  },
  {
    form: 'funeral-plan',
    locale: 'nl',
    address: '/nl/adv/dela',
    answers: {
      ...{ firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.com' },
      ...{ country: 'be', postcode: '1000', city: 'Brussel', street: 'Hoogstraat', houseNumber: '1' },
      ...{ 'dob][day': '5', 'dob][month': '5', 'dob][year': '1980', phone: '0470 12 34 56' },
    },
    taps: 17,
  },
]

interface Question {
  /** The id of its field. */
  field: string
  /** In words; empty of a consent. */
  label: string
  controls: { name: string; type: string }[]
}

interface Screen {
  title: string
  /** How many questions must be answered. */
  questions: number
  height: number
}

const button = 'form[data-main] button.lw-button-on'

/** Fills the form and sends it. The taps are those of who leaves out what may be left out; the heights are the greatest. */
async function finish(
  page: Page,
  { form: id, locale, address, answers }: Visit,
): Promise<{ taps: number; screens: Screen[] }> {
  const form = (await repositorySite()).forms.version(id, locale)?.form
  const optional = new Set(form && allFields(form).flatMap((field) => (field.optional ? [field.id] : [])))
  await page.goto(address)
  await answersByItself(page)
  const screens: Screen[] = []
  let taps = 0
  while (await page.locator(button).isVisible()) {
    const title = ((await page.locator('form[data-main] .lw-where').textContent()) ?? '').replace(/\s+/g, ' ')
    const done = new Set<string>()
    let { questions, height } = await page.evaluate(onScreen)
    for (const isOptional of [false, true])
      for (;;) {
        const next = questions.find(({ field }) => !done.has(field) && optional.has(bare(field)) === isOptional)
        if (!next) break
        done.add(next.field)
        const touched = await answer(page, next, { phone: phones[locale][0], ...answers })
        if (!isOptional) taps += touched
        const now = await page.evaluate(onScreen)
        questions = now.questions
        height = Math.max(height, now.height)
      }
    await expectHeard(page, questions)
    const required = questions.filter(({ field }) => !optional.has(bare(field)))
    screens.push({ title, questions: required.length, height })
    const shown = page.locator('form[data-main] input[name=shown]')
    const before = await shown.inputValue()
    await page.locator(button).tap()
    await expect(page.locator(`form[data-main] input[name=shown][value="${before}"]`)).toHaveCount(0)
    // After the last screen there is none, as soon as the next page is there.
    const isFocused = () => document.activeElement?.matches('main .lw-step-heading') ?? false
    await expect
      .poll(
        async () => !(await page.locator(button).isVisible()) || (await page.evaluate(isFocused).catch(() => false)),
      )
      .toBe(true)
  }
  return { taps, screens }
}

/** Who hears the screen is told where it is, and each question by its name. */
async function expectHeard(page: Page, questions: readonly Question[]): Promise<void> {
  const said = await page.locator('form[data-main] .lw-step').ariaSnapshot()
  expect(said).toMatch(/- progressbar ".+\d.+\d"/)
  expect(said).toMatch(/- heading ".+" \[level=[12]\]/)
  const names = [...said.matchAll(/- '?(?:group|textbox|combobox) "((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  const unheard = questions.filter(({ label }) => label !== '' && !names.some((name) => name.startsWith(label.trim())))
  expect(unheard).toEqual([])
}

/** Without the item of a list, as `drivers.0.`. */
function bare(field: string): string {
  return field.replace(/^\w+\.\d+\./, '')
}

/** The questions of the screen, and where its buttons end. */
function onScreen(): { questions: Question[]; height: number } {
  const form = document.querySelector('form[data-main]')
  const questions = [...(form?.querySelectorAll<HTMLElement>('.lw-field') ?? [])].flatMap((element) => {
    const all = [...element.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    const controls = all.flatMap(({ name, type }) => (name === '' ? [] : [{ name, type }]))
    const label = element.querySelector('.lw-label')?.firstChild?.textContent?.replace(/\s+/g, ' ') ?? ''
    const field = /^root\[([^\]]+)\]/.exec(controls[0]?.name ?? '')?.[1]
    return field && element.checkVisibility() ? [{ field, label, controls }] : []
  })
  const end = form?.querySelector('.lw-buttons')?.getBoundingClientRect().bottom ?? 0
  return { questions, height: Math.round(end + scrollY) }
}

/** @returns how many controls are touched */
async function answer(page: Page, { controls }: Question, answers: Visit['answers']): Promise<number> {
  const [first] = controls
  if (!first) return 0
  const named = (name: string) => page.locator(`form[data-main] [name="${name}"]:not([type=hidden])`)
  const said = (name: string) => Object.entries(answers).find(([end]) => name.endsWith(`[${end}]`))?.[1]
  if (first.type === 'radio' || first.type === 'checkbox') {
    const value = said(first.name)
    await named(first.name)
      .and(page.locator(value === undefined ? '*' : `[value="${value}"]`))
      .first()
      .tap()
    return 1
  }
  let touched = 0
  for (const { name, type } of controls) {
    const value = said(name)
    if (type === 'select-one') await named(name).selectOption(value ?? { index: 1 })
    // What is filled in is not typed again.
    else if ((await named(name).inputValue()) === '') await named(name).fill(value ?? '')
    else continue
    touched += 1
  }
  return touched
}

for (const visit of visits)
  test(`${visit.form} is finished with few taps, on short screens`, async ({ page }) => {
    const { taps, screens } = await finish(page, visit)
    console.log(`${visit.form}: ${taps} taps, and ${screens.length} screens: ${JSON.stringify(screens)}`)
    expect(taps).toBeLessThanOrEqual(visit.taps)
    expect(screens.length).toBeGreaterThan(3)
    expect(screens.filter(({ questions, height }) => questions > mostQuestions || height > tallest)).toEqual([])
  })

/** Where advertisements, mails and menus lead to first. */
const landings = [
  ...formPages,
  '/',
  '/finance/lso',
  '/property-management-comparison',
  '/shopping/exclusive-deal',
  '/crm',
  '/adv/bassols',
  '/de/check24/strom-vergleichsrechner',
  '/forms/newsletter-double-opt-in',
  '/forms/newsletter-footer',
  '/forms/newsletter-popup',
]

/** A question or a button of the page itself that its first screen shows as a whole. */
function firstToAnswer(): string | null {
  const all = document.querySelectorAll<HTMLElement>('main :is(.lw-label, .lw-button, button, summary)')
  const shown = [...all].find((each) => {
    const { top, bottom, height } = each.getBoundingClientRect()
    return each.checkVisibility() && height > 15 && top >= 0 && bottom <= innerHeight
  })
  return shown?.textContent ?? null
}

test('the first screen of every landing page shows a question or a button, also where nothing runs', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const bare = await browser.newPage({ viewport: { width: 360, height: 640 }, javaScriptEnabled: false })
  for (const address of landings)
    for (const each of [page, bare]) {
      await each.goto(site.origin + address)
      expect.soft([address, await each.evaluate(firstToAnswer)]).not.toEqual([address, null])
    }
  await bare.close()
})

test.describe('on slow 4G, with a phone’s processor', () => {
  test('the first tap after the first paint reveals its question at once, before the app is there', async ({
    page,
    context,
  }) => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    const bytesPerSecond = (1.6 * 1024 * 1024 * 0.9) / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562.5,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond / 2,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(tapAtFirstPaint, ['root[occupancy]', 'owner', 'residence'] as const)
    await page.goto('/insurance/home-insurance', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0)
    const { first, tapped, painted, ...rest } = await page.evaluate(() => {
      const at = (name: string) => Math.round(performance.getEntriesByName(name)[0]?.startTime ?? 0)
      const tapped = at('tapped')
      return {
        ...{ first: at('first-contentful-paint'), tapped, painted: at('painted') },
        isRevealed: performance.getEntriesByName('revealed').length > 0,
        isBeforeApp: !(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
          ({ name, responseEnd }) => name.includes('/entry-client') && responseEnd < tapped,
        ),
      }
    })
    console.log(`first paint at ${first} ms, tapped at ${tapped}, the question painted at ${painted}`)
    expect(rest).toEqual({ isRevealed: true, isBeforeApp: true })
  })
})

/**
 * Runs in the page: taps an option as soon as the first paint shows it, and marks whether the question that it asks is
 * there when the tap is handled. How long that takes depends on the machine: a test doesn't judge it.
 */
function tapAtFirstPaint([name, value, field]: readonly [string, string, string]): void {
  new PerformanceObserver((list, self) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    self.disconnect()
    const tap = () => {
      const option = document.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`)
      if (!option) return requestAnimationFrame(tap)
      performance.mark('tapped')
      option.click()
      const question = document.querySelector<HTMLElement>(`[data-field="${field}"]`)
      if (question?.checkVisibility()) performance.mark('revealed')
      return requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('painted')))
    }
    tap()
  }).observe({ type: 'paint', buffered: true })
}
