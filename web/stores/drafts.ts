import { makeAutoObservable, observable } from 'mobx'
import type { Draft, Drafts } from '#engine/catalog/page-host.ts'
import type { Ending } from '#engine/core/ending.ts'
import type { ResolvedForm } from '#engine/core/form.ts'

/** A draft with the sentences beside its boxes, by consent. */
interface KeptDraft extends Draft {
  sentences?: Readonly<Record<string, string>>
}

/** The forms in progress, kept by the browser until they are sent or the tab is closed. */
export class DraftStore implements Drafts {
  readonly #storage: Storage
  /** By form and language. */
  readonly drafts = observable.map<string, KeptDraft>({}, { deep: false })

  /** How forms ended, for as long as the page lives: an answer that is read back is written nowhere. */
  private readonly endings = new Map<string, Ending>()

  constructor(storage: Storage) {
    this.#storage = storage
    makeAutoObservable(this)
  }

  /** A consent whose sentence has changed since is open again: the tick was for what it said then. */
  find({ id, locale, consents }: ResolvedForm): Draft | null {
    const place = `draft ${id} ${locale}`
    const kept = this.drafts.get(place) ?? read(this.#storage.getItem(place))
    if (!kept) return null
    const { key, answers, sentences = {} } = kept
    const changed = consents.filter((consent) => sentences[consent.id] !== consent.text)
    const same = Object.entries(answers).filter(([field]) => !changed.some((consent) => consent.id === field))
    return { key, answers: Object.fromEntries(same) }
  }

  keep({ id, locale, consents }: ResolvedForm, draft: Draft): void {
    const place = `draft ${id} ${locale}`
    const kept = { ...draft, sentences: Object.fromEntries(consents.map((consent) => [consent.id, consent.text])) }
    this.drafts.set(place, kept)
    // A full or forbidden storage loses the draft on a reload, and nothing else.
    try {
      this.#storage.setItem(place, JSON.stringify(kept))
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
function read(text: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null')
    return typeof draft?.key === 'string' && typeof draft.answers === 'object' ? draft : null
  } catch {
    return null
  }
}
