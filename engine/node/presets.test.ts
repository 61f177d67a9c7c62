import { expect, test } from 'vitest'
import { presetsOf, proveForm } from '../authoring/proof/prove-form.ts'
import { type Entries, writeAnswers } from '../form/journey/form-data.ts'
import { everyField, journey } from '../form/journey/journey.ts'
import { control, firstTurn, type Turn, turn } from '../form/journey/turn.ts'
import type { Answers } from '../form/model/answers.ts'
import { provePreset } from '../form/proof/prove.ts'
import { pageView } from '../site/page-view.ts'
import { proofOptions } from './proof/form-prover.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const page = 'definitions/pages/solar.json'
const form = 'definitions/forms/solar.json'
const now = Date.UTC(2026, 10, 22)

/** The small site, its page choosing answers beforehand. */
async function siteWith(preset: Answers, files: Record<string, string> = {}) {
  const tree = { ...smallTree, ...files }
  const chosen = `"form": { "kind": "form", "form": "solar", "preset": ${JSON.stringify(preset)} }`
  const loaded = await checkTree({
    ...tree,
    [page]: tree[page]?.replace('"form": { "kind": "form", "form": "solar" }', chosen) ?? '',
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

/** What a proof finds in English: where, and the sentence. */
async function found(preset: Answers, files?: Record<string, string>) {
  const site = await siteWith(preset, files)
  const version = site.forms.version('solar', 'en')
  if (!version) throw new Error('no form')
  const { problems } = proveForm(site, version.form, proofOptions(version.form, now))
  return problems.flatMap(({ page, path, message }) =>
    page === undefined ? [] : [`${page} ${path.join('.')} ${message}`],
  )
}

test('a page chooses what its form takes in each language', async () => {
  const site = await siteWith({ insulated: false, uses: ['car', 'pump'], bill: 900 })
  for (const path of ['/solar', '/de/solar']) {
    const at = site.pages.at('sun', path)
    const view = at && pageView(site, at, site.brands.byId('sun'))
    const section = view?.sections.find(({ id }) => id === 'form')
    expect(section).toMatchObject({ preset: { insulated: false, uses: ['car', 'pump'], bill: 900 } })
  }
})

test('whoever keeps what was chosen can finish, on every route, and sends it', async () => {
  const preset = { residence: 'rented', uses: ['car'], gender: 'female' }
  const site = await siteWith(preset)
  for (const locale of ['en', 'de']) {
    const form = site.forms.version('solar', locale)?.form
    if (!form) throw new Error('no form')
    const options = proofOptions(form, now)
    const { problems, vectors } = provePreset(form, preset, options)
    expect(problems).toEqual([])
    expect(vectors.length).toBeGreaterThan(0)
    // Of solar-2 it is told by itself, since its form is another.
    expect(presetsOf(site, form).map(({ page }) => page)).toEqual(['solar'])
    for (const vector of vectors) {
      const sent = filled(vector)
      expect(sent).toEqual(vector)
      expect(sent).toMatchObject(preset)
    }

    /** Posts each step, with what it asks answered as the vector has it, and all else as it was carried along. */
    function filled(vector: Answers): Answers {
      let next: Turn = firstTurn(form ?? never(), preset)
      for (let steps = 0; next.kind === 'show' && steps < 20; steps += 1) {
        const { step, answers } = next
        const asked = new Set(
          journey(form ?? never(), vector).steps.flatMap(({ id, asked }) =>
            id === step ? asked.map(({ id }) => id) : [],
          ),
        )
        const given = Object.fromEntries(Object.entries(vector).filter(([id]) => asked.has(id)))
        const all = { ...answers, ...given }
        const entries: Entries = [...writeAnswers(everyField(form ?? never(), all), all, locale), [control.go, 'on']]
        next = turn(form ?? never(), step, entries, options.judges)
      }
      return next.kind === 'send' ? next.answers : never()
    }
  }
})

test('a proof tells who could not finish, and what nobody is asked, at the page', async () => {
  expect(await found({ residence: 'rented', bill: 500 })).toEqual([])
  expect(await found({ residence: 'owned', permission: true })).toEqual([
    'solar sections.form.preset.permission Who keeps what else is chosen here is never asked for "permission". Take it out, or choose what opens it.',
  ])
  const ends =
    '"screenOuts": { "tenant": { "when": { "residence": "rented" }, "title": "Sorry", "text": "Owners only." } },'
  const files = {
    [form]: smallTree[form]?.replace('"thankYou"', `${ends} "thankYou"`) ?? '',
    'locales/de/forms/solar.json':
      smallTree['locales/de/forms/solar.json']?.replace(
        '"thankYou"',
        '"screenOuts": { "tenant": { "title": "Schade", "text": "Nur für Eigentümer." } }, "thankYou"',
      ) ?? '',
  }
  expect(await found({ residence: 'owned' }, files)).toEqual([])
  expect(await found({ residence: 'rented' }, files)).toEqual([
    'solar sections.form.preset Who keeps what is chosen here cannot finish: Every way through the form ends before it is sent.',
  ])
})

function never(): never {
  throw new Error('not sent')
}
