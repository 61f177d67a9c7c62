import { allFields, type ResolvedConsent, type ResolvedForm } from '../model/form.ts'
import { plainWords } from '../model/links.ts'
import { breaking, type Change, safe } from './change.ts'

/**
 * The consents of two versions of a form. Evidence holds the exact sentence, so another sentence is another consent:
 * a tick that a draft keeps was given to the former one and is none for the new, while leads that came before keep
 * theirs. A consent that is gone or optional is missing in leads that used to carry it.
 */
export function compareConsents(before: ResolvedForm, after: ResolvedForm): Change[] {
  const step = after.steps.at(-1)?.id ?? ''
  const present = new Map(after.consents.map((consent) => [consent.id, consent]))
  const former = new Set(before.consents.map(({ id }) => id))
  return [
    ...before.consents.flatMap((was) => {
      const is = present.get(was.id)
      return is ? kept(`${step}/${was.id}`, was, is, before, after) : [gone(`${step}/${was.id}`, was.id)]
    }),
    ...after.consents.filter(({ id }) => !former.has(id)).map(({ id }) => added(`${step}/${id}`, id, after)),
  ]
}

function kept(
  place: string,
  was: ResolvedConsent,
  is: ResolvedConsent,
  before: ResolvedForm,
  after: ResolvedForm,
): Change[] {
  const { id } = is
  const changes: Change[] = []
  if (plainWords(was.text) !== plainWords(is.text))
    changes.push(
      breaking(
        'drafts',
        place,
        `The sentence of the consent "${id}" changed: a tick that a draft keeps was given to the former sentence and must be given anew. The evidence of earlier leads keeps the sentence it was given to.`,
      ),
    )
  if (was.purpose !== is.purpose)
    changes.push(
      breaking('consents', place, `The consent "${id}" is given for "${is.purpose}" instead of "${was.purpose}".`),
    )
  const [wasOptional, isOptional] = [isOptionalIn(before, id), isOptionalIn(after, id)]
  if (!wasOptional && isOptional)
    changes.push(breaking('consents', place, `The consent "${id}" is optional: leads may come without it.`))
  if (wasOptional && !isOptional)
    changes.push(
      safe('drafts', place, `The consent "${id}" must be given now: a draft without the tick is asked for it.`),
    )
  return changes
}

function gone(place: string, id: string): Change {
  return breaking(
    'consents',
    place,
    `The consent "${id}" is gone: leads come without it. A tick in a draft is dropped.`,
  )
}

function added(place: string, id: string, form: ResolvedForm): Change {
  const rest = isOptionalIn(form, id) ? 'and optional' : 'and must be given: a draft is asked for it'
  return safe('drafts', place, `The consent "${id}" is new ${rest}.`)
}

function isOptionalIn(form: ResolvedForm, id: string): boolean {
  return allFields(form).find((field) => field.id === id)?.optional ?? false
}
