import { knownLocales, reference } from '../../library/check-references.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Library } from '../../library/source.ts'
import { dealProblems } from '../../site/deals/deal-problems.ts'

/** The deals of deals.json: moments in order, prices that are lower, drawings that there are. */
export function checkDeals(library: Library): DefinitionProblem[] {
  return [...library.deals.values()].flatMap(({ file, value: { locales, deals } }) => [
    ...knownLocales(library, locales, { file, path: ['locales'] }),
    ...Object.entries(deals).flatMap(([id, deal]) => {
      const at = { file, path: ['deals', id, 'picture'], on: 'value' as const }
      return [
        ...dealProblems(deal, library.site.value).map((problem) => ({
          ...problem,
          file,
          path: ['deals', id, ...problem.path],
        })),
        ...(deal.translations
          ? [{ file, path: ['deals', id, 'translations'], on: 'key' as const, message: elsewhere }]
          : []),
        ...(deal.picture === undefined ? [] : reference(library, 'media', deal.picture, at, 'drawing')),
      ]
    }),
  ])
}

const elsewhere =
  'Only the feed of an upstream says translations here. Put these words into locales/<language>/deals.json.'
