import { type Attribution, attributionIn, carrierOf } from '#engine/form/lead'
import { safeStorage } from './safe-storage.ts'

const key = 'attribution'

/**
 * Keeps what the address of this document says of where the visit came from, until the tab is closed, and puts it into
 * each form that is posted and each link that asks for the click id. The page names the parameters that are kept, the
 * click id's first.
 */
export function keepAttribution(): void {
  const { attribution = '' } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
  const parameters = attribution.split(' ').filter(Boolean)
  const storage = safeStorage('sessionStorage')
  const known = attributionIn(parameters, read(storage.getItem(key)))
  const own = attributionIn(parameters, new URLSearchParams(location.search))
  // Our own links may carry parameters too: they tell where somebody went, not where the visit came from.
  const isLanding = !document.referrer.startsWith(`${location.origin}/`) || Object.keys(known).length === 0
  const kept = isLanding && Object.keys(own).length > 0 ? own : known
  if (kept === own) storage.setItem(key, JSON.stringify(own))
  if (Object.keys(kept).length > 0) passOn(kept, kept[parameters[0] ?? ''])
}

/** What the visit began with under a parameter, such as a click id, where it did. */
export function keptParameter(parameter: string): string | null {
  return read(safeStorage('sessionStorage').getItem(key)).get(parameter)
}

function passOn(kept: Attribution, clickId: string | undefined): void {
  addEventListener('formdata', ({ target, formData }) => {
    if ((target as HTMLFormElement).method !== 'post') return
    for (const [parameter, value] of Object.entries(kept)) formData.set(carrierOf(parameter), value)
  })
  if (clickId === undefined) return
  // At the time of the press, whoever drew the link meanwhile; before anybody follows it, in this tab or another.
  for (const press of ['click', 'auxclick', 'contextmenu'])
    addEventListener(press, ({ target }) => target instanceof Element && append(target, clickId), true)
}

function append(pressed: Element, clickId: string): void {
  const link = pressed.closest<HTMLAnchorElement>('a[data-click-id]')
  if (!link) return
  const address = new URL(link.href)
  address.searchParams.set(link.dataset.clickId ?? '', clickId)
  link.href = address.href
}

/** Whatever stands there may be of another release. */
function read(text: string | null): { get: (parameter: string) => string | null } {
  let said: unknown
  try {
    said = JSON.parse(text ?? '')
  } catch {}
  const values = new Map(Object.entries(said ?? {}))
  return { get: (parameter) => (typeof values.get(parameter) === 'string' ? String(values.get(parameter)) : null) }
}
