import { type Answers, answerTo, fieldsAsked, type KnownGroups, type ResolvedForm } from '#engine/form/model'
import { longLists } from '#engine/form/offer'
import { http } from '#web/http'

// The browser loads this file only with a form that has a list too long for its page (parts.ts).

/** How long a group of options may take, in ms. */
const deadlineMs = 10_000

/** What was fetched, by list, language and version. */
const fetched = new Map<string, KnownGroups>()

/** Forms with what was fetched for them: as long as there is no more, a form stays the same object. */
const completed = new WeakMap<ResolvedForm, { form: ResolvedForm; known: readonly KnownGroups[] }>()

/** The form with the groups of options that were fetched for it before. */
export function withFetched(form: ResolvedForm): ResolvedForm {
  const lists = longLists(form).flatMap(({ list, version }): [string, KnownGroups][] => {
    const known = fetched.get(keyOf(form, list, version))
    return known ? [[list, known]] : []
  })
  const all = lists.map(([, known]) => known)
  const before = completed.get(form)
  if (before?.known.length === all.length && before.known.every((each, at) => each === all[at])) return before.form
  const merged = lists.map(([list, { groups }]): [string, KnownGroups] => [
    list,
    { groups: { ...form.groups?.[list]?.groups, ...groups }, isPartial: true },
  ])
  const whole = merged.length === 0 ? form : { ...form, groups: { ...form.groups, ...Object.fromEntries(merged) } }
  completed.set(form, { form: whole, known: all })
  return whole
}

/**
 * The form with the groups of options that these answers choose, one list after the other: the engines of a model are
 * known once the model is. What does not come is left out: its question waits, and the server says what is missing.
 */
export async function withOptionsFor(form: ResolvedForm, answers: Answers): Promise<ResolvedForm> {
  const known = withFetched(form)
  const found = await Promise.all(
    groupsToFetch(known, answers).map(async ({ list, version, answer }) => {
      const address = `/options/${list}/${form.locale}/${version}/${encodeURIComponent(answer)}`
      const options = await http
        .send(address, { timeout: deadlineMs, isQuiet: true }, async (reply) =>
          reply.ok ? ((await reply.json()) as Record<string, string>) : null,
        )
        .catch(() => null)
      if (options === null) return false
      const key = keyOf(form, list, version)
      fetched.set(key, { groups: { ...fetched.get(key)?.groups, [answer]: options }, isPartial: true })
      return true
    }),
  )
  return found.includes(true) ? withOptionsFor(form, answers) : known
}

/** A group of a list's options. */
interface OptionGroup {
  list: string
  version: string
  /** The answer that chooses it. */
  answer: string
}

/** The groups that answers choose and that are not known here. */
function groupsToFetch(form: ResolvedForm, answers: Answers): OptionGroup[] {
  const found = form.steps.flatMap((step) =>
    fieldsAsked(step, answers).flatMap(({ listed }): OptionGroup[] => {
      if (!listed) return []
      const { list, version, by } = listed
      const { groups = {} } = form.groups?.[list] ?? {}
      return [answerTo(by, answers) ?? []].flat().flatMap((each) => {
        const answer = String(each)
        return Object.hasOwn(groups, answer) ? [] : [{ list, version, answer }]
      })
    }),
  )
  return [...new Map(found.map((group) => [`${group.list} ${group.answer}`, group])).values()]
}

function keyOf({ locale }: ResolvedForm, list: string, version: string): string {
  return `${list} ${locale} ${version}`
}
