import { stringify } from 'csv-stringify/sync'
import { itemName } from '#engine/form/journey'
import { fieldPlace, isTree, plainWords, type ResolvedForm, templateId } from '#engine/form/model'
import type { ExportedLead } from './list-leads.ts'

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

/** What a form's versions ask, together: each question once, where it is asked; then what is hidden and what is computed. Those of a list stand as drivers.#.name. */
function questionsOf(forms: readonly ResolvedForm[]): string[] {
  const asked: string[] = []
  const hidden: string[] = []
  const computed: string[] = []
  for (const form of forms) {
    place(
      asked,
      form.steps.flatMap(({ fields }) => fields.filter(({ kind }) => kind !== 'consent' && kind !== 'count')),
    )
    place(hidden, form.hidden ?? [])
    place(computed, form.computed ?? [])
  }
  return [...asked, ...hidden, ...computed]
}

/** What one version asks and those before do not stands behind what it follows there. */
function place(known: string[], fields: readonly { id: string }[]): void {
  let last = -1
  for (const { id } of fields) {
    const at = known.indexOf(id)
    if (at === -1) known.splice(last + 1, 0, id)
    last = at === -1 ? last + 1 : at
  }
}

/** The columns of questions: drivers.#.name as drivers.0.name, drivers.1.name, … item by item. @param counts how many there are of each group */
function columnsOf(questions: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  return questions.flatMap((id, index) => {
    const { group = '', item } = fieldPlace(id)
    if (item !== 'each') return [id]
    const ofGroup = questions.filter((other) => other.startsWith(`${group}.#.`))
    if (ofGroup[0] !== questions[index]) return []
    return Array.from({ length: counts.get(group) ?? 1 }, (_, number) =>
      ofGroup.map((other) => other.replace('#', String(number))),
    ).flat()
  })
}

/** What columns are called in a language, each in a way of its own: the title of its question, or else its id. */
function titlesOf(columns: readonly string[], forms: readonly ResolvedForm[]): string[] {
  const titles = columns.map((column) => titleOf(column, forms) ?? column)
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} (${columns[index]})`,
  )
}

function titleOf(column: string, forms: readonly ResolvedForm[]): string | null {
  const place = fieldPlace(column)
  for (const { steps, hidden = [] } of forms)
    for (const { fields, repeat } of [{ fields: hidden, repeat: undefined }, ...steps]) {
      const field = fields.find(({ id }) => id === templateId(place))
      if (!field) continue
      const { title } = field.words
      return repeat && typeof place.item === 'number' ? `${itemName(repeat, place.item)}: ${title}` : title
    }
  return null
}

/** What an object says, as text: its properties, and those within them under names with dots. A list of words is one text. */
export function properties(object: object): [string, string][] {
  return within('', object)
}

function within(prefix: string, value: unknown): [string, string][] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [[prefix, value.join('; ')]]
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => within(prefix === '' ? key : `${prefix}.${key}`, inner))
  return [[prefix, value === null || value === undefined ? '' : String(value)]]
}

/** A table (RFC 4180) whose columns are found before its rows are written, so that neither need be held at once. */
interface Table {
  /** Adds a column for each property of any of the objects, those within under names with dots. */
  see(objects: readonly object[]): void
  head(): string
  /** Lines for objects that were seen. */
  rows(objects: readonly object[]): string
}

export function createTable(): Table {
  const columns = new Set<string>()
  return {
    see(objects) {
      for (const object of objects) for (const [name] of properties(object)) columns.add(name)
    },
    head: () => csvLines([[...columns]]),
    rows: (objects) =>
      csvLines(
        objects.map((object) => {
          const cells = new Map(properties(object))
          return [...columns].map((name) => cells.get(name) ?? '')
        }),
      ),
  }
}

/** Lines of a table whose cells say nothing but their text. @param delimiter what separates them */
function csvLines(lines: readonly (readonly string[])[], delimiter: ',' | ';' = ','): string {
  const separators = delimiter === ';' ? /[^;,\t\r\n]+/g : /[^;\t\r\n]+/g
  return stringify(
    lines.map((line) => line.map((text) => inert(text, separators))),
    { record_delimiter: '\r\n', delimiter },
  )
}

/** A few objects as a table. */
export function toCsv(objects: readonly object[]): string {
  const table = createTable()
  table.see(objects)
  return table.head() + table.rows(objects)
}

/**
 * Makes text that a spreadsheet would run as a formula plain: an apostrophe goes before it. A number or a phone number
 * with its sign stays as it is.
 *
 * Where semicolons separate cells, as in many languages' Excel, what stands after one in a text begins a cell, quotes or
 * not; so does what stands after a tab, and after the end of a line. Where semicolons are meant, commas are what another
 * program takes.
 */
function inert(text: string, cells: RegExp): string {
  return text.replace(cells, (cell) => {
    // Spreadsheets take the wide signs of East Asian keyboards for the usual ones, and may drop what stands before them.
    const begins = cell.replace(/^[\s\p{Cf}"]+/u, '').normalize('NFKC')
    return /^[=@]|^[+-](?![\d\s().,-]*$)/.test(begins) ? `'${cell}` : cell
  })
}
