// The example of the documentation, filled in as visitors do, on a phone, in each of its languages: with its slider, its
// estimate and its upload, up to what its partner gets.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from '../../server/testing/run-command.ts'
import { axe, expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'
import { type Site, startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'docs/examples/pet-insurance')

let site: Site
/** The partner's, with which it fetches its leads. */
let key = ''
test.beforeAll(async () => {
  const env = {
    LOCALES_DIR: join(example, 'locales'),
    GEO_POSTCODES: join(root, 'server/geo/testing/postal-codes'),
  }
  const definitions = join(example, 'definitions')
  site = await startSite({ definitions, env })
  const { DATA_DIR, DEFINITIONS_DIR } = { DATA_DIR: site.dataDir, DEFINITIONS_DIR: definitions }
  const { said } = await runCommand(['partners', 'key', 'sample-vet-cover'], { ...env, DATA_DIR, DEFINITIONS_DIR })
  key = said.split('\n').at(-1) ?? ''
})
test.afterAll(() => site.stop())

test.use({ baseURL: '', viewport: { width: 360, height: 740 } })

const field = (page: Page, id: string) => page.locator(`main [name="root[${id}]"]`)
const choose = (page: Page, id: string, option: string) =>
  page.locator(`main [name="root[${id}]"][value="${option}"]`).check()
const goOn = (page: Page) => page.locator('main button.lw-button-on').click()

async function date(page: Page, id: string, day: Date): Promise<void> {
  const parts = { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() }
  for (const [part, value] of Object.entries(parts))
    await page.locator(`main [name="root[${id}][${part}]"]`).fill(String(value))
}

const record = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(40_000)])
const notes = Buffer.from('only text')
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

interface Said {
  path: string
  postcode: string
  town: string
  /** The heading of the answers to print. */
  copy: string
  slider: string
  /** Why notes are no record. */
  refused: RegExp
  /** The estimate for a little more than 3,000, and for 3,000. */
  figures: [high: string, low: string]
  /** Asked in this language alone. */
  own?: string
}

const languages: Readonly<Record<string, Said>> = {
  en: {
    ...{ path: '', postcode: 'LS1 4AP', town: 'Leeds', copy: 'Your answers' },
    ...{ slider: '(slider)', refused: /“notes.pdf” is not a file of an accepted type/, figures: ['£59', '£44'] },
  },
  de: {
    ...{ path: '/de', postcode: '10115', town: 'Berlin', copy: 'Ihre Angaben', own: 'liability' },
    ...{ slider: '(Schieberegler)', refused: /„notes.pdf“/, figures: ['59\u00a0€', '44\u00a0€'] },
  },
  es: {
    ...{ path: '/es', postcode: '28013', town: 'Madrid', copy: 'Sus respuestas', own: 'licence' },
    ...{ slider: '(control deslizante)', refused: /«notes.pdf»/, figures: ['59\u00a0€', '44\u00a0€'] },
  },
}

interface PartnerLead {
  locale: string
  data: { mail: string; monthly: string; cover: string; records: string[]; pets: { name: string; breed: string }[] }
}

async function partnerLeads(): Promise<PartnerLead[]> {
  const feed = await fetch(`${site.origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  return ((await feed.json()) as { leads: PartnerLead[] }).leads
}

for (const [locale, said] of Object.entries(languages))
  for (const hasScript of [true, false])
    test.describe(`in ${locale} ${hasScript ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled: hasScript, expectedStatuses: [422] })

      test('two pets are insured, with a record and a price, and the partner gets them', async ({ page }) => {
        const { path, postcode, town, own, figures } = said
        const email = `ada-${locale}-${hasScript}@example.com`
        const figure = page.locator('main .lw-estimate-figure')
        const look = async () => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
          if (hasScript) await axe(page)
        }
        await page.goto(`${site.origin}${path}/forms/pet-insurance`)
        if (hasScript) await answersByItself(page)
        await look()
        await choose(page, 'keeping', 'business')
        await goOn(page)
        await expect(page.locator('main h1')).toHaveText(/insurers|Versicherer|aseguradoras/)
        await look()
        await page.locator('main button[value^=to-]').click()
        await choose(page, 'keeping', 'private')
        await goOn(page)

        await choose(page, 'pets.0.animal', 'dog')
        await field(page, 'pets.0.name').fill('Rex')
        await date(page, 'pets.0.born', new Date('2022-05-01'))
        await choose(page, 'pets.0.treated', 'true')
        await page.locator('main button[name=go][value=add]').click()
        await choose(page, 'pets.1.animal', 'cat')
        await field(page, 'pets.1.name').fill('Mia')
        await date(page, 'pets.1.born', new Date('2023-01-31'))
        await choose(page, 'pets.1.treated', 'false')
        // Without a script the questions that answers reveal come with the reply.
        if (!hasScript) await goOn(page)
        await choose(page, 'pets.0.breed', 'bulldog')
        await choose(page, 'pets.1.breed', 'maineCoon')
        if (own) await page.locator(`main [name="root[pets.0.${own}]"]`).first().check()
        await field(page, 'pets.0.treatment').fill('1 < 2')
        await expect(
          page.locator('main [name="root[pets.1.liability]"], main [name="root[pets.1.licence]"]'),
        ).toHaveCount(0)
        await look()
        await goOn(page)

        const slider = page.getByRole('slider', { name: said.slider })
        if (hasScript) {
          // The input follows the slider, and the estimate both.
          await expect(figure).toBeHidden()
          await slider.focus()
          await page.keyboard.press('Home')
          for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
          await expect(field(page, 'cover')).toHaveValue('3500')
          await expect(figure).toHaveText(figures[0])
          await look()
          await page.keyboard.press('ArrowLeft')
          await expect(field(page, 'cover')).toHaveValue('3000')
          await expect(figure).toHaveText(figures[1])
          await expect(page.locator('main [role=status]').filter({ hasText: figures[1] })).toBeAttached()
        } else {
          await expect(slider).toHaveCount(0)
          await field(page, 'cover').fill('3000')
        }
        await date(page, 'start', new Date(Date.now() + 7 * 24 * 60 * 60 * 1000))
        const chosen = page.locator('main input[type=file]')
        await chosen.setInputFiles(file('notes.pdf', notes))
        if (!hasScript) await goOn(page)
        await expect(page.getByText(said.refused).first()).toBeVisible()
        await look()
        await chosen.setInputFiles(file('rex.pdf', record))
        if (hasScript) await expect(page.getByRole('checkbox', { name: 'rex.pdf' })).toBeChecked()
        await look()
        await goOn(page)

        await expect(figure).toHaveText(figures[1])
        await field(page, 'firstName').fill('Ada')
        await field(page, 'lastName').fill('Lovelace')
        await field(page, 'postcode').fill(postcode)
        await field(page, 'email').fill(email)
        if (hasScript) await expect(field(page, 'town')).toHaveValue(town)
        await field(page, 'privacy').check()
        await look()
        await goOn(page)
        // Without a script the town comes filled in with the reply.
        if (!hasScript) {
          await expect(field(page, 'town')).toHaveValue(town)
          await goOn(page)
        }
        const copy = page.getByRole('region', { name: said.copy })
        await expect(copy.getByText('1 < 2')).toBeVisible()
        await expect(copy.getByText(town)).toBeVisible()
        await expect(copy.getByText('rex.pdf')).toBeVisible()
        await look()

        const lead = (await partnerLeads()).find(({ data }) => data.mail === email)
        expect(lead).toMatchObject({
          locale,
          // What was shown is what was sent.
          data: { monthly: '44.00', cover: '3000.00', pets: [{ name: 'Rex', breed: 'bulldog' }, { name: 'Mia' }] },
        })
        const [link = ''] = lead?.data.records ?? []
        const { pathname, search } = new URL(link, site.origin)
        const fetched = await fetch(site.origin + pathname + search)
        expect(fetched.headers.get('content-disposition')).toContain('rex.pdf')
        expect(Buffer.from(await fetched.arrayBuffer()).equals(record)).toBe(true)
      })
    })
