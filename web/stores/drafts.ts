import { makeAutoObservable, observable } from 'mobx'
import type { Draft, Drafts } from '#engine/catalog/page-host.ts'
import type { Ending } from '#engine/core/ending.ts'
import type { ResolvedForm } from '#engine/core/form.ts'

/** The forms in progress, kept by the browser until they are sent or the tab is closed. */
export class DraftStore implements Drafts {
  readonly #storage: Storage
  /** By form and language. */
  readonly drafts = observable.map<string, Draft>({}, { deep: false })

  /** How forms ended, for as long as the page lives: an answer that is read back is written nowhere. */
  private readonly endings = new Map<string, Ending>()

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

  drop({ id, locale }: ResolvedForm, ending?: Ending): void {
    const place = `draft ${id} ${locale}`
    if (ending) this.endings.set(place, ending)
    this.drafts.delete(place)
    this.#storage.removeItem(place)
  }

  ending({ id, locale }: ResolvedForm): Ending | null {
    return this.endings.get(`draft ${id} ${locale}`) ?? null
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
