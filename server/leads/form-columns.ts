import { itemName } from '#engine/form/journey'
import { placeOf, type ResolvedForm, templateId } from '#engine/form/model'

/** What a form's versions ask, together: each question once, where it is asked; then what is hidden and what is computed. Those of a list stand as drivers.#.name. */
export function questionsOf(forms: readonly ResolvedForm[]): string[] {
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
export function columnsOf(questions: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  return questions.flatMap((id, index) => {
    const { group = '', item } = placeOf(id)
    if (item !== 'each') return [id]
    const ofGroup = questions.filter((other) => other.startsWith(`${group}.#.`))
    if (ofGroup[0] !== questions[index]) return []
    return Array.from({ length: counts.get(group) ?? 1 }, (_, number) =>
      ofGroup.map((other) => other.replace('#', String(number))),
    ).flat()
  })
}

/** What columns are called in a language, each in a way of its own: the title of its question, or else its id. */
export function titlesOf(columns: readonly string[], forms: readonly ResolvedForm[]): string[] {
  const titles = columns.map((column) => titleOf(column, forms) ?? column)
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} (${columns[index]})`,
  )
}

function titleOf(column: string, forms: readonly ResolvedForm[]): string | null {
  const place = placeOf(column)
  for (const { steps, hidden = [] } of forms)
    for (const { fields, repeat } of [{ fields: hidden, repeat: undefined }, ...steps]) {
      const field = fields.find(({ id }) => id === templateId(place))
      if (!field) continue
      const { title } = field.words
      return repeat && typeof place.item === 'number' ? `${itemName(repeat, place.item)}: ${title}` : title
    }
  return null
}
