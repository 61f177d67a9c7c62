import type { ThirdParty } from '#engine/site/others/third-party.ts'
import type { PageView } from '#engine/site/page-view.ts'
import type { Choice } from './choice.ts'
import { gtag, tellConsent } from './data-layer.ts'
import { frameOf, placeOf } from './frames.ts'
import { clear } from './kept-things.ts'
import { markConsents } from './mark-consents.ts'
import { record } from './record.ts'
import { listen } from './signals.ts'

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
  if (thirdParty.what === 'calculator') {
    running.set(thirdParty.id, frameOf(thirdParty))
    showFrames()
    return
  }
  const { id, source, propertyId } = thirdParty
  const script = Object.assign(document.createElement('script'), { src: source, async: true })
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
