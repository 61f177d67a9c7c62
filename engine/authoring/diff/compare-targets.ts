import { breaking, type Change, safe } from '#engine/form/diff/change.ts'
import { baseWords, fits } from '#engine/form/diff/value-shape.ts'
import { isWeaker } from '#engine/form/proof/presence.ts'
import type { Target } from './partner-targets.ts'

type Targets = ReadonlyMap<string, Target>

/** What changed in the properties that a partner gets. */
export function compareTargets(id: string, was: Targets, is: Targets): Change[] {
  return [
    ...[...was.values()].flatMap((target) => compareTarget(id, target, is.get(target.path))),
    ...[...is.keys()]
      .filter((path) => !was.has(path))
      .map((path) => safe('partners', `${id}/${path}`, `The partner "${id}" gets "${path}" as well.`)),
  ]
}

function compareTarget(id: string, was: Target, is: Target | undefined): Change[] {
  const { path } = was
  const place = `${id}/${path}`
  const broken = (change: string) => breaking('partners', place, change)
  if (was.presence === 'never') return []
  if (!is) return [broken(`The partner "${id}" no longer gets "${path}": it was read from ${was.reads}.`)]
  if (is.presence === 'never')
    return [broken(`The partner "${id}" no longer gets "${path}": no route asks ${is.reads}.`)]
  const changes: Change[] = []
  if (isWeaker(is.presence, was.presence))
    changes.push(broken(`The partner "${id}" may miss "${path}": not every lead it takes holds ${is.reads} now.`))
  if (is.reads !== was.reads || is.table !== was.table) changes.push(otherSource(id, was, is))
  else if (!fits(is.shape, was.shape))
    changes.push(broken(`The partner "${id}" gets ${is.shape.words} in "${path}" instead of ${was.shape.words}.`))
  return [...changes, ...newOptions(id, was, is)]
}

/** Another type breaks the partner, whoever decided it. */
function otherSource(id: string, was: Target, is: Target): Change {
  const place = `${id}/${is.path}`
  const [base, former] = [is.shape.base, was.shape.base]
  if (base !== former && !(base === 'whole number' && former === 'number')) {
    const change = `The partner "${id}" gets ${baseWords[base]} in "${is.path}" instead of ${baseWords[former]}`
    return breaking('partners', place, `${change}: it is read from ${is.reads}.`)
  }
  if (was.reads === is.reads)
    return safe('partners', place, `The partner "${id}" gets other words of its own in "${is.path}".`)
  return safe('partners', place, `The partner "${id}" gets "${is.path}" from ${is.reads} instead of ${was.reads}.`)
}

/** An option that the partner's table has no word for reaches it in ours, which it was never told of. */
function newOptions(id: string, was: Target, is: Target): Change[] {
  const place = (option: string) => `${id}/${is.path}/${option}`
  const wordless = is.wordless.filter((option) => !was.wordless.includes(option))
  const added =
    was.reads === is.reads ? (is.shape.options ?? []).filter((option) => !was.shape.options?.includes(option)) : []
  return [
    ...wordless.map((option) =>
      breaking(
        'partners',
        place(option),
        `The partner "${id}" has no word of its own for "${option}" in "${is.path}": it gets ours.`,
      ),
    ),
    ...(was.shape.options ? added : []).map((option) =>
      safe('partners', place(option), `The partner "${id}" may get "${option}" in "${is.path}" now.`),
    ),
  ]
}
