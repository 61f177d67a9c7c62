import { Gauge, type Registry } from 'prom-client'
import { type ClosedState, closedAt, closedSentence, closedWords, type ResolvedForm } from '#engine/form/model'
import type { FormVersion, Site } from '#engine/site'
import type { ProblemCode } from '#server/http'
import { countAccepted } from '#server/leads'
import { type Storage, StorageUnavailable } from '#server/storage'

/** How often leads are counted that other servers and operators accept, in ms. */
const pause = 2000

/** The forms that take no leads, by the hash of their version, with the reason. */
type ClosedForms = ReadonlyMap<string, ClosedState>

/** Which forms take leads now. */
export interface FormOpenings {
  /** Those that take none: the same object as long as nothing opens, closes or is full. */
  closedForms: () => ClosedForms
  /** Another number for each of these. */
  revision: () => number
  /** A form as it is live, of which a visitor may have begun an earlier version; null where there is none. */
  live: (form: ResolvedForm, page: string | null) => FormVersion | null
  /** Counts the leads of forms with a limit. Never rejects. */
  count: () => Promise<void>
  /** Sentences for operators. */
  notices: () => string[]
  /** Counts every few seconds from now on. */
  follow: () => void
  close: () => void
}

interface Parts {
  /** The one that is live. */
  site: () => Site
  storage: Storage
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Opens the opening hours of forms, with the leads counted that they have. */
export async function openOpenings({ site, storage, now }: Parts, registry: Registry): Promise<FormOpenings> {
  /** Form → how many leads it has that count, as far as its limit. */
  let taken: ReadonlyMap<string, number> = new Map()
  let found = { site: site(), taken, from: 0, until: 0, closed: new Map() as ClosedForms, revision: 0 }
  let underWay: Promise<void> | null = null
  let following: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  /** What is closed at this moment, and when that changes next. */
  function closedForms(): ClosedForms {
    const moment = now()
    const current = site()
    const isSame = found.site === current && found.taken === taken && moment >= found.from && moment < found.until
    if (isSame) return found.closed
    const forms = versionsOf(current)
    const states = forms.flatMap(({ form, hash }): [string, ClosedState][] => {
      const state = closedAt(form, moment, taken.get(form.id) ?? 0)
      return state ? [[hash, state]] : []
    })
    const moments = forms.flatMap(({ form: { opens, closes } }) => [opens, closes].flatMap((each) => each ?? []))
    const ahead = moments.map((each) => Date.parse(each)).filter((each) => each > moment)
    const isChanged = JSON.stringify(states) !== JSON.stringify([...found.closed])
    found = {
      ...{ site: current, taken, from: moment, until: Math.min(Number.POSITIVE_INFINITY, ...ahead) },
      closed: isChanged ? new Map(states) : found.closed,
      revision: found.revision + (isChanged ? 1 : 0),
    }
    return found.closed
  }

  async function countOnce(): Promise<void> {
    const limits = limitsOf(site())
    if (limits.size === 0) return
    try {
      const counted = await countAccepted(storage, limits)
      if ([...counted].some(([form, count]) => taken.get(form) !== count)) taken = counted
    } catch (error) {
      // What storage cannot tell now is asked again soon.
      if (!(error instanceof StorageUnavailable)) throw error
    }
  }

  /** A call during a count waits for the next one, which includes all earlier leads. */
  function count(): Promise<void> {
    if (!underWay) {
      underWay = countOnce().finally(() => {
        underWay = null
      })
      return underWay
    }
    following ??= underWay.then(() => {
      following = null
      return count()
    })
    return following
  }

  await count()
  new Gauge({
    name: 'leadwright_form_leads_left',
    help: 'How many leads a form with "maxLeads" still takes, by form.',
    labelNames: ['form'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [form, limit] of limitsOf(site())) this.set({ form }, limit - (taken.get(form) ?? 0))
    },
  })

  return {
    closedForms,
    revision() {
      closedForms()
      return found.revision
    },
    live: ({ id, locale }, page) => site().forms.version(id, locale, page ?? undefined),
    count,
    notices: () =>
      [...limitsOf(site())].flatMap(([form, limit]) =>
        (taken.get(form) ?? 0) >= limit
          ? [`The form "${form}" is full: it has all ${limit} leads that its "maxLeads" allows, and refuses more.`]
          : [],
      ),
    follow() {
      timer = setInterval(() => void count(), pause).unref()
    },
    close: () => clearInterval(timer),
  }
}

/** The versions of all forms that may be closed. */
function versionsOf({ forms, definition }: Site): FormVersion[] {
  return forms.closing.flatMap((id) => Object.keys(definition.locales).flatMap((locale) => forms.versions(id, locale)))
}

/** Form → how many leads it takes; where languages differ, the most that one says. */
function limitsOf(site: Site): Map<string, number> {
  const limits = new Map<string, number>()
  for (const { form } of versionsOf(site))
    if (form.maxLeads !== undefined) limits.set(form.id, Math.max(limits.get(form.id) ?? 0, form.maxLeads))
  return limits
}

/** Why a form takes no leads, for programs and for visitors. */
export interface ClosedForm {
  code: ProblemCode
  state: ClosedState
  /** When it opens or closed, ISO 8601; '' where it says neither. */
  moment: string
  /** A sentence or two in the visitor's language. */
  message: string
}

const codes = { before: 'form-not-open', after: 'form-closed', full: 'form-full' } as const

/** What is said of a form that takes no leads. */
export function closedForm(site: Site, form: ResolvedForm, state: ClosedState): ClosedForm {
  const words = closedWords(form, state, site.texts.closedForms(form.locale))
  const { opens = '', closes = '' } = form
  return { code: codes[state], state, moment: state === 'before' ? opens : closes, message: closedSentence(words) }
}
