import type { GuardsView, PageView } from '#engine/site'
import { http, isReachable } from '#web/http'
import { safeStorage } from '#web/stores'
import { isChanged } from '#web/ui'
import { countryIn, type Located, sentOn } from './country-check.ts'
import { noteCountry, type PageAtHand, pageAtHand } from './page-at-hand.ts'
import { isAsked, popupDialog } from './popup-dialog.ts'
import { keepVisit, readVisit } from './visit/visit.ts'
import { readCount } from './visit/visit-count.ts'

const storage = safeStorage('sessionStorage')

/** How long a look-up may take, in ms. */
const lookUpPatience = 5000

/** Where a visitor goes whose country cannot be looked up. */
const home = '/'

/** Forms that visitors fill in: all but that of the popup. */
const controls = ['input:not([type=hidden])', 'textarea', 'select'].map((control) => `form ${control}`)

/** How long it may take to learn of the page that a link leads to, in ms. */
const deadlineMs = 3000

/** Who came to read has read by then. */
const reading = 20_000

/** Who pauses is not in the middle of something. */
const pause = 2_000

/** How often to look whether the moment has come, in ms. */
const pace = 1000

const deeds = ['pointerdown', 'pointermove', 'wheel', 'scroll', 'keydown'] as const

// What the trigger fetches when it is wanted, in one piece.

/** Somebody has done something on the page, so it is no program that reads it. Called once for each document. */
export function arrive(): void {
  offerPopup()
  void checkCountry()
}

/** Opens the popup once in a visit that it is offered in, when a visitor has read and pauses. */
function offerPopup(): void {
  const storage = safeStorage('sessionStorage')
  if (!readVisit(storage)?.isOffered) return
  const landing = isFromElsewhere() ? location.pathname : null
  let path = location.pathname
  let first = performance.now()
  let last = first
  const act = () => {
    last = performance.now()
  }
  for (const deed of deeds) addEventListener(deed, act, { passive: true })
  const timer = setInterval(() => {
    if (path !== location.pathname) {
      path = location.pathname
      first = performance.now()
    }
    const now = performance.now()
    const moment = {
      sinceFirst: now - first,
      sinceLast: now - last,
      isArrival: path === landing,
      isOpen: popupDialog() === null,
      isFormBegun: isFormBegun(),
      isCovered:
        document.hidden || isAsked() || document.querySelector('dialog[open], details[data-dropdown][open]') !== null,
    }
    const isOver = readVisit(storage)?.isOffered !== true
    if (!isOver && !isMoment(moment)) return
    clearInterval(timer)
    for (const deed of deeds) removeEventListener(deed, act)
    if (!isOver && keepVisit(storage, { isOffered: false }))
      import('./popup.ts').then(({ open }) => open({ from: path, to: path })).catch(() => {})
  }, pace)
}

/** Whether a page of another site led here: a search engine's, as far as anybody can tell. */
function isFromElsewhere(): boolean {
  return document.referrer !== '' && !document.referrer.startsWith(`${location.origin}/`)
}

/** A visitor on a page, as far as it matters to the popup that opens by itself. Times are in ms. */
export interface Moment {
  /** Since the visitor first did something on this page. */
  sinceFirst: number
  /** Since the visitor last did something. */
  sinceLast: number
  /** Whether this is the page that a link of another site, such as a search engine, led to. */
  isArrival: boolean
  /** Whether it is a page that the popup never opens on. */
  isOpen: boolean
  isFormBegun: boolean
  /** Whether something else is open, or the page is out of access. */
  isCovered: boolean
}

/** Whether the popup may open now. */
export function isMoment(at: Moment): boolean {
  const isRude = at.isArrival || at.isOpen || at.isFormBegun || at.isCovered
  return at.sinceFirst >= reading && at.sinceLast >= pause && !isRude
}

/**
 * Holds the navigation to a page while the popup is open, where the gate says so.
 * @returns when the navigation may go on: whether it still should, since the visitor may have gone elsewhere
 */
export async function held(link: HTMLAnchorElement): Promise<boolean> {
  const storage = safeStorage('sessionStorage')
  const { pathname: from } = location
  const page = pageAtHand()
  const visit = noteCountry(page)
  const { passed = [] } = visit ?? {}
  const crossing = {
    isOtherCountry: visit?.isOtherCountry ?? false,
    hasPassed: hasPassed(page.gate, passed, link.pathname),
    hasPopup: popupDialog() !== null,
    isSubscribed: readCount(document.cookie)?.subscribed ?? false,
    isFormBegun: isFormBegun(),
    isAsked: isAsked(),
  }
  // Only who would be held waits until it is known where the link leads.
  if (!isHeld({ ...crossing, isOpen: false })) return true
  const popup = import('./popup.ts')
  if (!isHeld({ ...crossing, isOpen: await isOpen(link.pathname) })) return location.pathname === from
  if (!keepVisit(storage, { passed: [...passed, link.pathname], heldFor: link.href })) return true
  const { open } = await popup
  const goesOn = await open({ from, to: link.pathname + link.search })
  keepVisit(storage, { heldFor: null })
  return goesOn
}

/** Whether a page lets everybody pass; what is no page does. */
function isOpen(path: string): Promise<boolean> {
  const asked = `/api/page?path=${encodeURIComponent(path)}`
  return http
    .send(asked, { timeout: deadlineMs }, async (reply) => {
      const { view } = (await reply.json()) as { view: Pick<PageView, 'guards'> }
      return !view.guards.includes('popup')
    })
    .catch(() => true)
}

/** A visitor on the way from one page to another. */
export interface Crossing {
  /** Whether the visitor's country has another language than the page. */
  isOtherCountry: boolean
  /** Whether the page that is left has a popup. */
  hasPopup: boolean
  /** Whether the page that is gone to lets everybody pass. */
  isOpen: boolean
  /** Whether the popup lets it pass because it held another before, or this one. */
  hasPassed: boolean
  isSubscribed: boolean
  isFormBegun: boolean
  /** Whether the question about cookies is open. */
  isAsked: boolean
}

/**
 * Whether the popup holds a navigation: it holds no visitor who has subscribed, is filling in a form or has another
 * question to answer.
 */
export function isHeld(at: Crossing): boolean {
  const isFree = at.isOpen || at.hasPassed || at.isSubscribed || at.isFormBegun || at.isAsked
  return at.isOtherCountry && at.hasPopup && !isFree
}

/**
 * Whether the popup was closed on the way to a page, or in this visit where it holds once a visit.
 * @param passed the paths that it held somebody on the way to
 */
export function hasPassed(gate: GuardsView['gate'], passed: readonly string[], path: string): boolean {
  return gate === 'visit' ? passed.length > 0 : passed.includes(path)
}

/** Whether a form of this tab is begun: something is typed or chosen, a control has the focus, or a step was posted. */
export function isFormBegun(): boolean {
  const filled = [...document.querySelectorAll<HTMLInputElement>(controls.join())].filter(
    (control) => !control.closest('[data-popup]'),
  )
  return (
    filled.some((control) => control === document.activeElement || isChanged(control)) ||
    new URLSearchParams(location.search).has('step') ||
    hasDraft()
  )
}

/** Whoever has begun a form elsewhere is on the way back to it. */
function hasDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('draft ') && !key.startsWith('draft popup '))
  } catch {
    // Where storage is forbidden nothing is kept.
    return false
  }
}

/** Sends visitors on to the language of their country, once a visit, and notes whether it is another than the page's. */
async function checkCountry(): Promise<void> {
  const asked = pageAtHand()
  if (!asked.guards.includes('country')) noteCountry(asked)
  if (!asked.guards.includes('country') || isFormBegun()) return
  const known = readVisit(storage)?.country ?? null
  const country = known ?? (await lookUp())
  if (country === null) return missed()
  keepVisit(storage, { country })
  const page = pageAtHand()
  noteCountry(page)
  const path = sentOn(page, country, { hasChosen: hasChosen(page), wasMoved: readVisit(storage)?.wasMoved ?? true })
  if (path !== null && !isFormBegun()) leaveFor(path + location.search + location.hash)
}

/** The visitor's country, '' where it is unknown; null when nobody answers. */
function lookUp(): Promise<string | null> {
  return http
    .send('/geo/me', { timeout: lookUpPatience, isQuiet: true }, async (reply) =>
      reply.status === 200 ? countryIn((await reply.json()) as Partial<Located>) : null,
    )
    .catch(() => null)
}

async function missed(): Promise<void> {
  keepVisit(storage, { country: '', isOtherCountry: false })
  // Whoever is leaving already, or has no connection, is left alone.
  if (location.pathname !== home && (await isReachable(home)) && !isFormBegun()) leaveFor(home)
}

/** Only where it is kept that this happened; otherwise it would happen again and again. */
function leaveFor(address: string): void {
  if (keepVisit(storage, { wasMoved: true })) location.assign(address)
}

/** Whether the visitor has chosen a language here, now or earlier. */
function hasChosen({ languages: { cookie } }: PageAtHand): boolean {
  const [name] = cookie.split('=')
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
}
