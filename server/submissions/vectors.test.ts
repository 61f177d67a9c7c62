// The answers that `leadwright prove` found for each route of each form, sent the ways clients send them.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveForm } from '#engine/catalog/prove-form.ts'
import type { Answers } from '#engine/core/answers.ts'
import { dayIn } from '#engine/core/calendar.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import { writeAnswers } from '#engine/core/form-data.ts'
import { journey } from '#engine/core/journey.ts'
import { nestAnswers } from '#engine/core/nested-answers.ts'
import { everyField } from '#engine/core/repeat.ts'
import { loadCatalog } from '#engine/node/load.ts'
import { judgesOf } from '#engine/node/validators.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

const root = join(import.meta.dirname, '../..')

test('every route of every form in every language makes the same lead by API and without JavaScript', {
  timeout: 120_000,
}, async () => {
  const loaded = await loadCatalog({ definitions: join(root, 'definitions'), locales: join(root, 'locales') })
  if (!loaded.ok) throw new Error('The definitions have problems.')
  const { catalog } = loaded
  const storage = await temporaryStorage()
  const { origin } = await appOn(storage)
  const counts: Record<string, number> = {}
  for (const id of catalog.formIds) {
    for (const locale of Object.keys(catalog.site.locales)) {
      const form = catalog.form(id, locale)?.form
      if (!form) continue
      const today = dayIn(Date.now(), form.market.timeZone)
      for (const answers of proveForm(catalog, form, judgesOf(form, today), today).vectors) {
        expect(await byApi(origin, form, answers)).toBe(201)
        expect(await withoutJavaScript(origin, form, answers)).toEqual(expectedStatuses(form, answers))
        const rows = await lastLeads()
        expect(rows[0]?.answers).toBe(rows[1]?.answers)
        expect(rows.map((row) => [row.form, row.locale])).toEqual(Array(2).fill([id, locale]))
        counts[`${id} ${locale}`] = (counts[`${id} ${locale}`] ?? 0) + 1
      }
    }
  }
  const offered = catalog.formIds.flatMap((id) =>
    Object.keys(catalog.site.locales).filter((locale) => catalog.form(id, locale) !== null),
  )
  expect(Object.keys(counts)).toHaveLength(offered.length)
  expect(Object.values(counts).every((count) => count > 0)).toBe(true)

  async function lastLeads() {
    const [rows = []] = await storage.atomic([
      { sql: 'SELECT form, locale, answers FROM leads ORDER BY id DESC LIMIT 2', parameters: [] },
    ])
    return rows
  }
})

async function byApi(origin: string, form: ResolvedForm, answers: Answers): Promise<number> {
  const body = JSON.stringify({ form: form.id, locale: form.locale, answers: nestAnswers(form, answers) })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body })).status
}

/** Posts each step with the answers so far, as a browser without scripts does; the status of each reply. */
async function withoutJavaScript(origin: string, form: ResolvedForm, answers: Answers): Promise<number[]> {
  const prefix = form.locale === 'en' ? '' : `/${form.locale}`
  const statuses: number[] = []
  const given: Record<string, Answers[string]> = {}
  for (const step of journey(form, answers).steps) {
    for (const { id } of step.asked) {
      const answer = answers[id]
      if (answer !== undefined) given[id] = answer
    }
    const entries = writeAnswers(everyField(form, given), given, form.locale)
    const shown = step.asked.map(({ id }) => id).join(' ')
    const body = new URLSearchParams([...entries.map(([name, value]) => [name, value]), ['shown', shown], ['go', 'on']])
    const headers = { 'sec-fetch-site': 'same-origin' }
    const address = `${origin}${prefix}/forms/${form.id}?step=${step.id}`
    statuses.push((await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).status)
  }
  return statuses
}

function expectedStatuses(form: ResolvedForm, answers: Answers): number[] {
  return journey(form, answers).steps.map((_, index, all) => (index === all.length - 1 ? 303 : 200))
}
