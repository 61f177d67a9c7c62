import { definitionKey, type References, referencesOf, type SourceFile, siteKey, wordsKey } from '#engine/library'

/** A file to choose by: what it says, and the text it says it with. */
export interface ChosenFile extends SourceFile {
  text: string
}

/** A mistake, and the definitions it was found in, by key. */
export interface Blame {
  of: readonly string[]
  /** Others that are as much to blame. */
  with?: readonly string[]
  /** Where it is to be corrected. */
  file: string
}

/** A definition that is not live as its files have it now. */
export interface Quarantined<P> {
  /** forms/pets; `site` for site.json, `words` for the product's own. */
  definition: string
  /** What visitors have instead: the last good version, or nothing. */
  live: 'last good' | 'absent'
  problems: readonly P[]
  /** The definitions that it needs and that are absent. */
  needs: readonly string[]
}

/** What can be live of the present files, and what cannot. */
export type Settled<T, F, P> =
  | { ok: true; value: T; files: readonly F[]; quarantined: readonly Quarantined<P>[] }
  /** Nothing can be: without a site there is no language to speak. */
  | { ok: false; problems: readonly P[] }

/**
 * Makes something of the files or says what is wrong with them.
 * @param broken definitions that are there and cannot be used: what names one of them is not to blame
 */
export type Build<T, F, P> = (
  files: readonly F[],
  broken: ReadonlySet<string>,
) => Promise<{ ok: true; value: T } | { ok: false; problems: readonly P[] }>

/**
 * Lets no mistake take down what has none. Each definition with a problem makes way for its last good version or, when
 * there was none, is left out; then the rest is judged again, until nothing is wrong. A definition never comes back
 * within one call, so it ends, and the same files end the same.
 * @param lastGood the files that were live last, which had no problem together
 */
export async function settleSources<T, F extends ChosenFile, P extends Blame>(
  present: readonly F[],
  lastGood: readonly F[],
  build: Build<T, F, P>,
): Promise<Settled<T, F, P>> {
  const choice = new Choice<F, P>(withoutOrphans(present), lastGood)
  // While site.json is gone the folder is being moved or is not mounted: that is no wish to remove all there is.
  if (!choice.isPresent(siteKey) && lastGood.length > 0) {
    const built = await build(present, new Set())
    choice.keepAll(built.ok ? [] : built.problems)
  }
  for (;;) {
    choice.leaveOutWhatLacks()
    const files = choice.files()
    const built = await build(files, choice.absent())
    if (built.ok) return { ok: true, value: built.value, files, quarantined: choice.quarantined() }
    if (!choice.giveWay(built.problems)) return { ok: false, problems: choice.whySiteIsOut() ?? built.problems }
  }
}

/** Without the translations that a removed definition left behind: they bring nothing back, and harm nobody. */
function withoutOrphans<F extends ChosenFile>(files: readonly F[]): F[] {
  const defined = new Set(files.filter(({ locale }) => locale === null).map(definitionKey))
  return files.filter((file) => file.folder === '' || defined.has(definitionKey(file)))
}

/** Which version of each definition is taken: the present one unless it had to give way. */
class Choice<F extends ChosenFile, P extends Blame> {
  readonly #present: ReadonlyMap<string, readonly F[]>
  readonly #good: ReadonlyMap<string, readonly F[]>
  readonly #quarantined = new Map<string, { live: 'last good' | 'absent'; problems: Set<P>; needs: Set<string> }>()
  readonly #byFile: ReadonlyMap<string, string>
  readonly #references = new Map<F, References>()

  constructor(present: readonly F[], good: readonly F[]) {
    this.#present = Map.groupBy(present, definitionKey)
    this.#good = Map.groupBy(good, definitionKey)
    this.#byFile = new Map([...good, ...present].map((file) => [file.file, definitionKey(file)]))
  }

  isPresent(key: string): boolean {
    return this.#present.has(key)
  }

  keepAll(problems: readonly P[]): void {
    for (const key of this.#keys()) this.#retreat(key)
    for (const problem of problems)
      if (problem.of.includes(siteKey)) this.#quarantined.get(siteKey)?.problems.add(problem)
  }

  files(): F[] {
    return this.#keys().flatMap((key) => this.#filesOf(key))
  }

  absent(): Set<string> {
    return new Set([...this.#quarantined].filter(([, { live }]) => live === 'absent').map(([key]) => key))
  }

  quarantined(): Quarantined<P>[] {
    return [...this.#quarantined]
      .map(([definition, { live, problems, needs }]) => ({
        definition,
        live,
        problems: [...problems],
        needs: [...needs],
      }))
      .filter(({ problems, needs }) => problems.length > 0 || needs.length > 0)
      .sort((a, b) => (a.definition < b.definition ? -1 : 1))
  }

  /** What keeps a site.json that has no mistake itself from being live; null unless it had to give way. */
  whySiteIsOut(): P[] | null {
    if (!this.isPresent(siteKey) || !this.absent().has(siteKey)) return null
    const problems = new Set([...this.#quarantined.values()].flatMap(({ problems }) => [...problems]))
    return problems.size > 0 ? [...problems] : null
  }

  /** A form whose group is left out is left out, or as good as it last was. */
  leaveOutWhatLacks(): void {
    for (;;) {
      const absent = this.absent()
      if (absent.size === 0) return
      const lacking = this.#keys().flatMap((key) => {
        const needs = this.#reach([key], 'needs').filter((need) => need !== key && absent.has(need))
        return needs.length > 0 && !absent.has(key) ? [{ key, needs }] : []
      })
      if (lacking.length === 0) return
      for (const { key, needs } of lacking) {
        if (this.#canRetreat(key)) this.#retreat(key)
        else this.#leaveOut(key)
        for (const need of needs) this.#quarantined.get(key)?.needs.add(need)
      }
    }
  }

  /** Takes back what the problems are about; false when there is nothing left to take back. */
  giveWay(problems: readonly P[]): boolean {
    const blamed = new Set(problems.flatMap(({ of }) => of))
    // What is wrong with a form may come from its group, or from the site: that is mended first, the rest judged again.
    const isRoot = ({ of }: P) =>
      of.every((key) => this.#reach([key], 'needs').every((other) => other === key || !blamed.has(other)))
    const ofAll = problems.filter(({ of }) => of.includes(siteKey) || of.includes(wordsKey))
    const roots = ofAll.length > 0 ? ofAll : problems.filter(isRoot)
    const ways = (roots.length > 0 ? roots : problems).map((problem) => ({ problem, ...this.#wayOut(problem) }))
    // The mildest first: what it mends need not be mended more.
    const mildest = Math.min(...ways.map(({ level }) => level))
    for (const { problem, level, keys } of ways) {
      if (level !== mildest) continue
      for (const key of keys) {
        if (level < Infinity) this.#retreat(key)
        else this.#leaveOut(key)
        this.#quarantined.get(key)?.problems.add(problem)
      }
    }
    return ways.some(({ keys }) => keys.length > 0)
  }

  /** Which definitions have to give way for a problem, and how far that goes: Infinity leaves out what was live. */
  #wayOut({ of, with: others = [], file }: P): { level: number; keys: readonly string[] } {
    const place = this.#byFile.get(file) ?? ''
    // First what is wrong itself, then what it relies on, at last everything: all of it together was right.
    const suspects = [
      () => [place].filter((key) => this.#good.has(key)),
      () => of,
      () => others,
      // What is new and not to blame is not to give way: nothing relied on it before.
      () => this.#reach(of, 'needs').filter((key) => this.#good.has(key)),
      () => this.#reach(of, 'names').filter((key) => this.#good.has(key)),
      () => [siteKey, wordsKey],
      () => this.#keys().filter((key) => this.#good.has(key)),
    ]
    for (const [level, keysAt] of suspects.entries()) {
      const keys = keysAt().filter((key) => this.#canRetreat(key))
      if (keys.length > 0) return { level, keys }
    }
    const left = of.filter((key) => key !== siteKey && key !== wordsKey && this.#filesOf(key).length > 0)
    return { level: Infinity, keys: left }
  }

  #keys(): string[] {
    return [...new Set([...this.#present.keys(), ...this.#good.keys()])]
  }

  /** Whether another version is taken than the last good one. The site and the product's words are never absent. */
  #canRetreat(key: string): boolean {
    const [present = [], good = []] = [this.#present.get(key), this.#good.get(key)]
    if (this.#quarantined.has(key) || isSame(present, good)) return false
    return good.length > 0 || (key !== siteKey && key !== wordsKey)
  }

  /** Goes back to the last good version, which may be none. */
  #retreat(key: string): void {
    if (!this.#canRetreat(key)) return
    const live = this.#good.has(key) ? 'last good' : 'absent'
    this.#quarantined.set(key, { live, problems: new Set(), needs: new Set() })
  }

  #leaveOut(key: string): void {
    const known = this.#quarantined.get(key)
    this.#quarantined.set(key, {
      live: 'absent',
      problems: known?.problems ?? new Set(),
      needs: known?.needs ?? new Set(),
    })
  }

  #filesOf(key: string): readonly F[] {
    const chosen = this.#quarantined.get(key)?.live
    if (chosen === 'absent') return []
    return (chosen === 'last good' ? this.#good : this.#present).get(key) ?? []
  }

  /** These definitions and all that they name or need, and so on, in the version taken and in the last good one. */
  #reach(keys: readonly string[], by: keyof References): string[] {
    const reached = new Set(keys)
    for (const key of reached) {
      for (const file of [...this.#filesOf(key), ...(by === 'names' ? (this.#good.get(key) ?? []) : [])])
        for (const other of this.#of(file)[by]) reached.add(other)
    }
    return [...reached]
  }

  #of(file: F): References {
    const known = this.#references.get(file) ?? referencesOf(file)
    this.#references.set(file, known)
    return known
  }
}

function isSame(one: readonly ChosenFile[], other: readonly ChosenFile[]): boolean {
  const texts = (files: readonly ChosenFile[]) =>
    files
      .map(({ locale, text }) => `${locale ?? ''} ${text}`)
      .sort()
      .join('\n')
  return one.length === other.length && texts(one) === texts(other)
}
