import { makeAutoObservable, observable } from 'mobx'
import type { Draft, Drafts } from '#engine/catalog/page-host.ts'
import type { ResolvedForm } from '#engine/core/form.ts'

/** The forms in progress, kept by the browser until they are sent or the tab is closed. */
export class DraftStore implements Drafts {
  readonly #storage: Storage
  /** By form and language. */
  readonly drafts = observable.map<string, Draft>({}, { deep: false })

  constructor(storage: Storage) {
    this.#storage = storage
    makeAutoObservable(this)
  }

  find({ id, locale }: ResolvedForm): Draft | null {
    const place = `draft ${id} ${locale}`
    return this.drafts.get(place) ?? read(this.#storage.getItem(place))
  }

  keep({ id, locale }: ResolvedForm, draft: Draft): void {
    const place = `draft ${id} ${locale}`
    this.drafts.set(place, draft)
    // A full or forbidden storage loses the draft on a reload, and nothing else.
    try {
      this.#storage.setItem(place, JSON.stringify(draft))
    } catch {}
  }

  drop({ id, locale }: ResolvedForm): void {
    const place = `draft ${id} ${locale}`
    this.drafts.delete(place)
    this.#storage.removeItem(place)
  }
}

/** Whatever stands there may be of another release. */
function read(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null')
    return typeof draft?.key === 'string' && typeof draft.answers === 'object' ? draft : null
  } catch {
    return null
  }
}
