import { makeAutoObservable, observable } from 'mobx'
import { type Ending, everyField } from '#engine/form/journey'
import type { Answers, ResolvedForm } from '#engine/form/model'
import { type Draft, type DraftPlace, type Drafts, isOfFrame } from '#engine/site'
import type { ListedStorage, SafeStorage } from '#web/stores'

/** A draft as it is kept: answers are the same in every language, but not every question is asked in each. */
interface KeptDraft extends Draft {
  locale: string
  /** Answers to what only other languages ask, for whoever goes back to one of them. */
  elsewhere: Answers
  /** The sentences beside its boxes, by consent. */
  sentences: Readonly<Record<string, string>>
  /** When the device forgets it, in ms since the epoch. */
  until?: number
}

interface Storages {
  tab: SafeStorage
  /** Outlives the tab, for forms that say so. */
  device: ListedStorage
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Kinds whose answers are never left on a device. */
const neverLeft = ['iban']

const day = 24 * 60 * 60 * 1000

/**
 * The forms in progress, kept by the browser until they are sent or the tab is closed; where a form says so, for some days
 * more, without ticks and account numbers.
 */
export class DraftStore implements Drafts {
  readonly #tab: SafeStorage
  readonly #device: ListedStorage
  readonly #now: () => number
  /** By section, form and page. */
  readonly drafts = observable.map<string, KeptDraft>({}, { deep: false })

  /** How forms ended, for as long as the page lives: an answer that is read back is written nowhere. */
  private readonly endings = new Map<string, Ending>()

  constructor({ tab, device, now }: Storages) {
    this.#tab = tab
    this.#device = device
    this.#now = now
    makeAutoObservable(this)
    this.#forgetExpired()
  }

  /** A consent whose sentence is another now is open again: the tick was for what it said then. */
  find(place: DraftPlace, form: ResolvedForm): Draft | null {
    const ofTab = this.#ofTab(place, form)
    const kept = ofTab ?? this.#ofDevice(place, form)
    if (!kept) return null
    const { key, sentences, isBegun, isUnsent, locale, step, previous } = kept
    const answers = locale === form.locale ? kept.answers : { ...kept.elsewhere, ...kept.answers }
    const changed = form.consents.filter(({ id, text }) => sentences[id] !== text)
    const same = Object.entries(answers).filter(([field]) => !changed.some(({ id }) => id === field))
    return {
      ...{ key, answers: Object.fromEntries(same) },
      ...(isBegun && { isBegun }),
      ...(isUnsent && { isUnsent }),
      ...(previous !== undefined && { previous }),
      // Within a tab the address says where the visitor is.
      ...(!ofTab && step !== undefined && { step }),
    }
  }

  keep(place: DraftPlace, form: ResolvedForm, draft: Draft): void {
    const before = this.#kept(place, form)
    const { step = before?.step, previous = before?.previous, copy = before?.copy } = draft
    const kept: KeptDraft = {
      ...draft,
      ...(step !== undefined && { step }),
      ...(previous !== undefined && { previous }),
      ...(copy && { copy }),
      locale: form.locale,
      elsewhere: this.#elsewhere(place, form, draft.answers),
      sentences: Object.fromEntries(form.consents.map(({ id, text }) => [id, text])),
    }
    const at = keyOf(place, form)
    this.drafts.set(at, kept)
    this.#tab.setItem(at, JSON.stringify(kept))
    if (!form.keepAnswers) return
    const left = (answers: Answers) => withoutPrivate(form, answers)
    const until = this.#now() + form.keepAnswers.days * day
    const { copy: _, ...own } = kept
    const ofDevice = { ...own, answers: left(kept.answers), elsewhere: left(kept.elsewhere), until }
    this.#device.setItem(at, JSON.stringify(ofDevice))
  }

  drop(place: DraftPlace, form: ResolvedForm, ending?: Ending): void {
    const at = keyOf(place, form)
    if (ending) this.endings.set(at, ending)
    this.drafts.delete(at)
    this.#tab.removeItem(at)
    this.#device.removeItem(at)
  }

  ending(place: DraftPlace, form: ResolvedForm): Ending | null {
    return this.endings.get(keyOf(place, form)) ?? null
  }

  #kept(place: DraftPlace, form: ResolvedForm): KeptDraft | null {
    return this.#ofTab(place, form) ?? this.#ofDevice(place, form)
  }

  #ofTab(place: DraftPlace, form: ResolvedForm): KeptDraft | null {
    const at = keyOf(place, form)
    const known = this.drafts.get(at) ?? read(this.#tab.getItem(at))
    if (known || isOfFrame(place.section)) return known
    // What a tab kept before drafts were those of a page is that of the page which asks first.
    const former = `draft ${place.section} ${form.id}`
    const text = this.#tab.getItem(former)
    if (text === null) return null
    this.#tab.removeItem(former)
    this.#tab.setItem(at, text)
    return read(text)
  }

  #ofDevice(place: DraftPlace, form: ResolvedForm): KeptDraft | null {
    const at = keyOf(place, form)
    const text = this.#device.getItem(at)
    if (text === null) return null
    const kept = read(text)
    if (form.keepAnswers && kept && this.#isCurrent(kept)) return kept
    this.#device.removeItem(at)
    return null
  }

  #isCurrent({ until }: KeptDraft): boolean {
    return typeof until === 'number' && until > this.#now()
  }

  /** Whoever never comes back to a form is rid of it all the same. */
  #forgetExpired(): void {
    const keys = Array.from({ length: this.#device.length }, (_, index) => this.#device.key(index) ?? '')
    for (const key of keys.filter((key) => key.startsWith('draft '))) {
      const kept = read(this.#device.getItem(key))
      if (!kept || !this.#isCurrent(kept)) this.#device.removeItem(key)
    }
  }

  #elsewhere(place: DraftPlace, form: ResolvedForm, answers: Answers): Answers {
    const kept = this.#kept(place, form)
    if (!kept) return {}
    if (kept.locale === form.locale) return kept.elsewhere
    const asked = new Set(everyField(form, answers).map(({ id }) => id))
    const others = Object.entries({ ...kept.elsewhere, ...kept.answers }).filter(([id]) => !asked.has(id))
    return Object.fromEntries(others)
  }
}

/** Each page has drafts of its own, in whatever language; what stands on every page is one. */
function keyOf({ page, section }: DraftPlace, { id }: ResolvedForm): string {
  return isOfFrame(section) ? `draft ${section} ${id}` : `draft ${section} ${id} ${page}`
}

function withoutPrivate(form: ResolvedForm, answers: Answers): Answers {
  const fields = everyField(form, answers).filter(({ kind }) => neverLeft.includes(kind ?? ''))
  const left = new Set([...fields, ...form.consents].map(({ id }) => id))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !left.has(id)))
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
