import type { SectionKind } from './section-kind.ts'

/** A kind of section that is drawn as it is defined and refers to nothing. */
export function asDefined<S extends { kind: string }>(): SectionKind<S, S> {
  return { view: (section) => section }
}
