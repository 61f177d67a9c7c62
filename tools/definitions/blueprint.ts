import type { Catalog } from '#engine/site/catalog.ts'

/** Something a new definition needs to know. */
export interface Question {
  flag: string
  ask: string
  /** What is taken when nothing is said; without it the question must be answered. */
  fallback?: (id: string, catalog: Catalog) => string | undefined
  /** All that can be said. */
  choices?: readonly string[]
  /** Asked only where this holds of what was answered before. */
  when?: (answers: Readonly<Record<string, string>>) => boolean
}

/** A kind of definition that can be begun: what it asks and writes. */
export interface Blueprint {
  folder: string
  schema: string
  questions: readonly Question[]
  /** The definition, complete enough to run as it is. */
  write: (id: string, answers: Record<string, string>, catalog: Catalog) => object
  /** Texts that stand beside it, by file name, where a definition is a folder. */
  texts?: (answers: Record<string, string>) => Record<string, string>
  /** What to do next. */
  next: (id: string, answers: Record<string, string>, catalog: Catalog) => string
}
