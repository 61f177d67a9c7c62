import { breaking, type Change, safe } from '#engine/form/diff/change.ts'
import type { Catalog } from '../../site/catalog.ts'

/** Which sites may show a form no more, or may now: who shows it in a page has a hole there from one moment to the next. */
export function compareEmbedding(before: Catalog, after: Catalog, form: string): Change[] {
  const [was = [], is = []] = [before, after].map(({ embedding }) => embedding.get(form))
  return [
    ...was
      .filter((origin) => !is.includes(origin))
      .map((origin) =>
        breaking(
          'partners',
          origin,
          `${origin} may not embed the form any more: its pages show an error of the browser there.`,
        ),
      ),
    ...is
      .filter((origin) => !was.includes(origin))
      .map((origin) => safe('partners', origin, `${origin} may embed the form now.`)),
  ]
}
