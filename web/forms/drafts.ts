import { makeAutoObservable, observable } from 'mobx'
import type { Draft, Drafts } from '#engine/catalog/portal/page-host.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import type { Answers } from '#engine/core/filling/answers.ts'
import type { Ending } from '#engine/core/filling/ending.ts'
import { everyField } from '#engine/core/filling/repeat.ts'
import type { SafeStorage } from '../stores/safe-storage.ts'

/** A draft as it is kept: answers are the same in every language, but not every question is asked in each. */
interface KeptDraft extends Draft {
  locale: string
  /** Answers to what only other languages ask, for whoever goes back to one of them. */
  elsewhere: Answers
  /** The sentences beside its boxes, by consent. */
  sentences: Readonly<Record<string, string>>
}

/** The forms in progress, kept by the browser until they are sent or the tab is closed. */
export class DraftStore implements Drafts {
  readonly #storage: SafeStorage
  /** By section and form. */
  readonly drafts = observable.map<string, KeptDraft>({}, { deep: false })

  /** How forms ended, for as long as the page lives: an answer that is read back is written nowhere. */
  private readonly endings = new Map<string, Ending>()

  constructor(storage: SafeStorage) {
    this.#storage = storage
    makeAutoObservable(this)
  }

  /** A consent whose sentence is another now is open again: the tick was for what it said then. */
  find(section: string, form: ResolvedForm): Draft | null {
    const kept = this.#kept(section, form)
    if (!kept) return null
    const { key, sentences, isBegun, isUnsent, locale } = kept
    const answers = locale === form.locale ? kept.answers : { ...kept.elsewhere, ...kept.answers }
    const changed = form.consents.filter(({ id, text }) => sentences[id] !== text)
    const same = Object.entries(answers).filter(([field]) => !changed.some(({ id }) => id === field))
    return { key, answers: Object.fromEntries(same), ...(isBegun && { isBegun }), ...(isUnsent && { isUnsent }) }
  }

  keep(section: string, form: ResolvedForm, draft: Draft): void {
    const kept: KeptDraft = {
      ...draft,
      locale: form.locale,
      elsewhere: this.#elsewhere(section, form, draft.answers),
      sentences: Object.fromEntries(form.consents.map(({ id, text }) => [id, text])),
    }
    this.drafts.set(placeOf(section, form), kept)
    this.#storage.setItem(placeOf(section, form), JSON.stringify(kept))
  }

  drop(section: string, form: ResolvedForm, ending?: Ending): void {
    if (ending) this.endings.set(placeOf(section, form), ending)
    this.drafts.delete(placeOf(section, form))
    this.#storage.removeItem(placeOf(section, form))
  }

  ending(section: string, form: ResolvedForm): Ending | null {
    return this.endings.get(placeOf(section, form)) ?? null
  }

  #kept(section: string, form: ResolvedForm): KeptDraft | null {
    return this.drafts.get(placeOf(section, form)) ?? read(this.#storage.getItem(placeOf(section, form)))
  }

  #elsewhere(section: string, form: ResolvedForm, answers: Answers): Answers {
    const kept = this.#kept(section, form)
    if (!kept) return {}
    if (kept.locale === form.locale) return kept.elsewhere
    const asked = new Set(everyField(form, answers).map(({ id }) => id))
    const others = Object.entries({ ...kept.elsewhere, ...kept.answers }).filter(([id]) => !asked.has(id))
    return Object.fromEntries(others)
  }
}

function placeOf(section: string, { id }: ResolvedForm): string {
  return `draft ${section} ${id}`
}

/** Whatever stands there may be of another release. */
function read(text: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null')
    const isWhole = typeof draft?.key === 'string' && typeof draft.locale === 'string'
    return isWhole && [draft.answers, draft.elsewhere, draft.sentences].every((part) => typeof part === 'object')
      ? draft
      : null
  } catch {
    return null
  }
}
