import '../styles/index.css'
import { report, watchErrors } from '../api/client-errors.ts'
import { isReachable } from '../api/reachable.ts'
import { switchLanguages } from '../api/switch-language.ts'
import { tellConnection } from '../api/tell-connection.ts'
import { followConsent } from '../consent/follow-consent.ts'
import { followGate } from '../gate/trigger.ts'
import { followPreference } from '../stores/colour-preference.ts'
import { keepAttribution } from '../stores/kept-attribution.ts'
import { mayReloadNow } from '../stores/reload-limit.ts'
import { isChanged } from '../ui/is-changed.ts'
import { openPlace } from '../ui/show-place.ts'

// The one script every page has. It fetches the app when it is wanted: at once where the page has a main form, otherwise
// when somebody is about to use something. Until then links, menus and forms work as HTML does.

const { modules = '', attribution = '' } =
  document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}

const signs = ['pointerover', 'touchstart', 'focusin', 'online'] as const

function listen(): void {
  for (const name of signs) addEventListener(name, sign, { passive: true })
}

function sign({ type, target }: Event): void {
  if (type === 'online' || (target instanceof Element && target.closest('a, button, summary, input, select, textarea')))
    start()
}

function start(): void {
  for (const name of signs) removeEventListener(name, sign)
  preload()
  import('./entry-client.tsx').catch(recover)
}

/** All modules at once, rather than each when the one before names it; but after the first paint, not against it. */
function preload(): void {
  for (const href of modules.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }
}

/**
 * The app did not come. After a deployment the code of an old page is gone: the page is loaded anew, unless that was done
 * a moment ago or something would be lost by it. Without a connection the page stays as it is, and works as HTML does.
 */
async function recover(error: unknown): Promise<void> {
  if (!(await isReachable(location.pathname + location.search))) return listen()
  report('load', error)
  if (!isTouched() && mayReloadNow()) location.reload()
}

function isTouched(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].some(isChanged)
}

// Menus close like menus, and small print opens above the page.
function closeMenus(but: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-dropdown][open]'))
    if (!(but instanceof Node && menu.contains(but))) menu.open = false
}
addEventListener(
  'click',
  (event) => {
    closeMenus(event.target)
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-dialog]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    import('../chrome/page-dialog.ts').then(
      ({ openPage }) => openPage(link, link.dataset.dialog ?? ''),
      () => location.assign(link.href),
    )
  },
  true,
)
addEventListener('focusin', ({ target }) => closeMenus(target))
addEventListener('keydown', ({ key }) => {
  const open = key === 'Escape' && document.querySelector<HTMLDetailsElement>('details[data-dropdown][open]')
  if (!open) return
  closeMenus(null)
  open.querySelector('summary')?.focus()
})

if (document.querySelector('[data-share]')) void import('../blog/share.ts').then(({ offerSharing }) => offerSharing())
switchLanguages()
watchErrors()
tellConnection()
// Not every browser opens what a place is hidden in.
openPlace(location.hash)
addEventListener('hashchange', () => openPlace(location.hash))

followPreference()
keepAttribution(attribution.split(' ').filter(Boolean))

followConsent()
followGate()

if (document.querySelector('time[data-day]')) import('../deals/fresh-times.ts').then(({ freshTimes }) => freshTimes())
if (document.querySelector('[data-slider]'))
  import('../sections/slider/follow-slides.ts').then(({ followSlides }) => followSlides())

if (document.querySelector('form[data-main]')) requestAnimationFrame(() => setTimeout(start))
else listen()
