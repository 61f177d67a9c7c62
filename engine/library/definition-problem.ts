/** A mistake in a definition or a translation, with what to do about it. */
export interface DefinitionProblem {
  /** The file, as the sources name it. */
  file: string
  /** The keys that lead to the place in the file. */
  path: readonly string[]
  /** Whether the key itself or the value under it is meant. */
  on: 'key' | 'value'
  /** What is wrong and what to do, in whole sentences. */
  message: string
  /** The definitions it was found in, by key, where they are others than the file's: the forms that a group does not fit. */
  of?: readonly string[]
  /** Another that is as much to blame, such as the page whose address is taken. */
  with?: readonly string[]
}

/** A problem of a file that need not be named. */
export type ProblemIn = Omit<DefinitionProblem, 'file'>

/** Problems, or what could be made because there are none. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: readonly DefinitionProblem[] }
