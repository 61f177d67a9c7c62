import { plainWords, type ResolvedForm } from '#engine/form/model'
import { csvLines } from './csv.ts'
import type { ExportedLead } from './export-leads.ts'
import { columnsOf, questionsOf, titlesOf } from './form-columns.ts'
import { properties } from './properties.ts'

/** How a table is written. */
export interface TableLook {
  delimiter?: ',' | ';'
  /** The language of the titles that stand above questions in place of their ids. */
  titles?: string
}

/** The leads of one form as a table (RFC 4180): what columns there are is found before rows are written. */
export interface FormTable {
  /** Looks at leads for what no version of the form says: how many drivers there are, which partners, which campaigns. */
  see: (leads: readonly ExportedLead[]) => void
  head: () => string
  /** Lines for leads that were seen. */
  rows: (leads: readonly ExportedLead[]) => string
}

/** @param forms all versions of the form, in all languages, the current ones first */
export function formTable(forms: readonly ResolvedForm[], { delimiter = ',', titles }: TableLook = {}): FormTable {
  const questions = questionsOf(forms)
  const groups = new Set(forms.flatMap(({ steps }) => steps.flatMap(({ repeat }) => repeat?.group ?? [])))
  const counts = new Map<string, number>()
  const unknown = new Set<string>()
  const consents = new Set(forms.flatMap((form) => form.consents.map(({ id }) => id)))
  const attribution = new Set<string>()
  const partners = new Set<string>()
  const known = new Set(questions)

  const answerColumns = () => {
    const columns = columnsOf(questions, counts)
    // What a version asked that is no longer known stands behind all others.
    return [...columns, ...[...unknown].filter((name) => !columns.includes(name))]
  }
  return {
    see(leads) {
      for (const { answers, ...lead } of leads) {
        for (const group of groups) {
          const items = answers[group]
          if (Array.isArray(items)) counts.set(group, Math.max(counts.get(group) ?? 1, items.length))
        }
        for (const [name] of properties(answers))
          if (!known.has(name) && !groups.has(name) && !known.has(name.replace(/\.\d+\./, '.#.'))) unknown.add(name)
        for (const { consent } of lead.consents) consents.add(consent)
        for (const name of Object.keys(lead.attribution)) attribution.add(name)
        for (const { partner } of lead.deliveries) partners.add(partner)
      }
    },
    head() {
      const answers = answerColumns()
      const inLanguage = titles === undefined ? [] : forms.filter(({ locale }) => locale === titles)
      return csvLines(
        [
          [
            'lead.id',
            ...titlesOf(answers, inLanguage).map(plainWords),
            ...[...consents].map((name) => `consent.${name}`),
            ...[...attribution].map((name) => `attribution.${name}`),
            ...circumstances.map(([name]) => `lead.${name}`),
            ...[...partners].map((name) => `partner.${name}`),
          ],
        ],
        delimiter,
      )
    },
    rows(leads) {
      const answers = answerColumns()
      return csvLines(
        leads.map((lead) => {
          const said = new Map(properties(lead.answers))
          const given = new Map(lead.consents.map(({ consent, granted }) => [consent, String(granted)]))
          return [
            lead.id,
            ...answers.map((name) => said.get(name) ?? ''),
            ...[...consents].map((name) => given.get(name) ?? ''),
            ...[...attribution].map((name) => lead.attribution[name] ?? ''),
            ...circumstances.map(([, value]) => value(lead)),
            ...[...partners].map((name) => stateAt(name, lead)),
          ]
        }),
        delimiter,
      )
    },
  }
}

const circumstances: readonly [name: string, value: (lead: ExportedLead) => string][] = [
  ['brand', ({ brand }) => brand],
  ['page', ({ page }) => page ?? ''],
  ['locale', ({ locale }) => locale],
  ['receivedAt', ({ receivedAt }) => receivedAt],
  ['test', ({ test }) => String(test)],
  ['via', ({ via }) => via],
  ['suspicion', ({ suspicion }) => suspicion ?? ''],
]

/** How it stands with a partner: one word, or one for each of several ways. */
function stateAt(partner: string, { deliveries }: ExportedLead): string {
  const own = deliveries
    .filter((one) => one.partner === partner)
    .toSorted((one, other) => (one.delivery < other.delivery ? -1 : 1))
  return own.length === 1 ? (own[0]?.state ?? '') : own.map(({ delivery, state }) => `${delivery}: ${state}`).join('; ')
}
