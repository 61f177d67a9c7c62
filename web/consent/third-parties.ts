import type { PageView, ThirdParty } from '#engine/site'
import type { CookieConsent } from '#schemas/generated/api/cookie-consent.ts'
import type { Choice } from './choice.ts'
import { choiceMade, forgetChoice, keepChoice } from './choice.ts'
import { markConsents } from './mark-consents.ts'
import { listen } from './signals.ts'

/** The signals of Google's Consent Mode v2 by what visitors consent to here. */
const signals = {
  functional: ['functionality_storage', 'personalization_storage'],
  analytics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const

/** How long the record of a choice may take, in ms, before it is left to the next page. */
const deadlineMs = 5000

/**
 * What a frame of another company may do: run, and send forms to itself. It can neither lead the page elsewhere, nor open
 * windows and dialogs, nor load files down, nor read what is kept in the browser, as it has no origin (HTML, “Sandboxing”).
 */
const sandbox = 'allow-scripts allow-forms'

/** The page as the document brought it. One that may load something else is a document of its own. */
const { view, forms } = JSON.parse(document.getElementById('page-seed')?.textContent ?? '{}') as {
  view: Pick<PageView, 'scripts' | 'sections' | 'frame'>
  forms: Record<string, { outcome: string }>
}
const running = new Map<string, HTMLElement>()

/** Loads what may be loaded. Called once. @param choice null where none was made */
export function begin(choice: Choice | null): void {
  if (view.scripts.some(({ isTold }) => isTold)) tellConsent([])
  apply(choice?.categories ?? [])
  if (choice?.data?.isKept === false) void record(choice)
  listen('leadwright:page', tellPage)
  listen('leadwright:place', showFrames)
  listen('leadwright:lead-sent', ({ form }) => tellLead(form))
  tellThanks()
}

/** The visitor has chosen: what is consented to is loaded, and what is not any more is gone with the page. */
export function chosen(choice: Choice): void {
  const recorded = record(choice)
  if (apply(choice.categories)) return
  // A script that ran cannot be taken back. Nothing of others is asked while the page goes.
  const policy = document.createElement('meta')
  Object.assign(policy, { httpEquiv: 'Content-Security-Policy', content: "default-src 'self'; frame-src 'none'" })
  document.head.append(policy)
  void recorded.finally(() => location.reload())
}

/** @returns whether all that runs may run */
function apply(categories: readonly string[]): boolean {
  markConsents(categories)
  const isAllowed = ({ category }: ThirdParty) => category === 'necessary' || categories.includes(category)
  const allowed = view.scripts.filter(isAllowed)
  if (allowed.some(({ isTold }) => isTold)) tellConsent(categories)
  for (const script of allowed) if (!running.has(script.id)) load(script)
  const withdrawn = view.scripts.filter((script) => !isAllowed(script))
  for (const { keeps } of withdrawn) clear(keeps)
  for (const { id } of withdrawn) running.get(id)?.remove()
  return withdrawn.every(({ id }) => !running.has(id))
}

function load(thirdParty: ThirdParty): void {
  if (thirdParty.purpose === 'calculator') {
    running.set(thirdParty.id, frameOf(thirdParty))
    showFrames()
    return
  }
  const { id, src, propertyId } = thirdParty
  const script = Object.assign(document.createElement('script'), { src, async: true })
  running.set(id, script)
  if (propertyId !== null) {
    gtag('js', new Date())
    gtag('config', propertyId, { send_page_view: false })
    countPage(propertyId)
  }
  document.body.append(script)
}

/** Each calculator that runs stands in its place, also when React has drawn that anew. */
function showFrames(): void {
  for (const [id, frame] of running) {
    const place = placeOf(id)
    if (place && frame.parentNode !== place) place.replaceChildren(frame)
  }
}

/** The properties that page views are counted under now. */
function counted(): string[] {
  return view.scripts.flatMap(({ id, propertyId }) => (propertyId !== null && running.has(id) ? [propertyId] : []))
}

function tellPage(): void {
  counted().forEach(countPage)
}

/** Addresses go without their query, which may say more than which page it is. */
function countPage(propertyId: string): void {
  const page = { page_path: location.pathname, page_location: location.origin + location.pathname }
  gtag('event', 'page_view', { ...page, page_title: document.title, send_to: propertyId })
}

/** For counting what advertising brings: which form, and nothing of who. */
function tellLead(form: string): void {
  if (view.scripts.some(({ id, isTold }) => isTold && running.has(id))) gtag('event', 'lead_sent', { form_id: form })
}

/** Without a running app a lead is sent by the document before, and this one says thanks. */
function tellThanks(): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type !== 'navigate' || !document.referrer.startsWith(`${location.origin}/`)) return
  for (const section of [...view.sections, view.frame.footer?.newsletter])
    if (section?.kind === 'form' && forms[section.id]?.outcome === 'sent') tellLead(section.form.id)
}

/** A company's calculator, shut in. */
function frameOf({ company, src }: Pick<ThirdParty, 'company' | 'src'>): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  // A lazy frame holds up nothing of the page, not even its load event.
  return Object.assign(frame, { title: company, loading: 'lazy', src })
}

/** Where a page has kept its place free. */
function placeOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-frame="${CSS.escape(id)}"]`)
}

/** Has a choice recorded, as its proof. What does not arrive is sent again by the next page: it counts only once. */
async function record(choice: Choice): Promise<void> {
  const { consentId: id, categories, languageCode: locale, data } = choice
  if (!data) return
  const consent: CookieConsent = {
    ...{ id, number: data.number, action: data.action, locale, text: data.text },
    categories: categories.filter((category) => category !== 'necessary') as CookieConsent['categories'],
  }
  const reply = await fetch('/api/v1/cookie-consents', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(consent),
    keepalive: true,
    signal: AbortSignal.timeout(deadlineMs),
  }).catch(() => null)
  // Another choice may have been made meanwhile.
  if (choiceMade(choice.revision)?.data?.number !== data.number) return
  if (reply?.ok) keepChoice({ ...choice, data: { ...data, isKept: true } })
  // The text is another now, and nobody can prove what this visitor read.
  else if (reply?.status === 409) forgetChoice(choice)
}

/** Removes what a script keeps in the browser: a name that ends in * stands for all that begin so. */
function clear(things: ThirdParty['keeps']): void {
  for (const { name, where } of things) {
    const isMeant = (each: string) => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name)
    if (where === 'cookie') cookieNames().filter(isMeant).forEach(expire)
    else clearStorage(where, isMeant)
  }
}

function clearStorage(where: 'localStorage' | 'sessionStorage', isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window[where]).filter(isMeant)) window[where].removeItem(key)
  } catch {
    // Where storage is forbidden nothing is kept.
  }
}

function cookieNames(): string[] {
  return document.cookie.split('; ').flatMap((pair) => pair.split('=')[0] ?? [])
}

/** Scripts set their cookies for this host or for any domain above it, and do not say for which. */
function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS and in Firefox
  for (const domain of domains) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/${domain}`
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Commands as gtag.js reads them from the data layer: arguments objects, no lists. */
function gtag(..._: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: gtag.js tells commands from data by this
  window.dataLayer.push(arguments)
}

/** Says what is consented to. The first word, before any script that listens, is that nothing is. */
function tellConsent(categories: readonly string[]): void {
  if (!window.dataLayer) gtag('consent', 'default', stateOf([]))
  if (categories.length > 0) gtag('consent', 'update', stateOf(categories))
}

function stateOf(categories: readonly string[]): Record<string, 'granted' | 'denied'> {
  return Object.fromEntries(
    Object.entries(signals).flatMap(([category, names]) =>
      names.map((name) => [name, categories.includes(category) ? 'granted' : 'denied']),
    ),
  )
}
