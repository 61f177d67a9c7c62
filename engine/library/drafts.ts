import type { Entry, Library } from './source.ts'

/** What may be a draft: it is there for its authors only. */
interface Draftable {
  draft?: boolean
  noindex?: boolean
}

/** The library as if every draft were published, though no search engine shall find it. */
export function withDrafts(library: Library): Library {
  return {
    ...library,
    forms: published(library.forms),
    pages: published(library.pages),
    blog: published(library.blog),
  }
}

function published<T extends Draftable>(entries: ReadonlyMap<string, Entry<T>>): ReadonlyMap<string, Entry<T>> {
  return new Map([...entries].map(([id, entry]) => [id, entry.value.draft ? publishedEntry(entry) : entry]))
}

function publishedEntry<T extends Draftable>({ own, ...entry }: Entry<T>): Entry<T> {
  const show = <V extends object>(value: V): V => ({ ...value, draft: false, noindex: true })
  return { ...entry, value: show(entry.value), ...(own && { own: show(own) }) }
}
