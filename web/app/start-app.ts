import { isReachable, report } from '#web/http'
import { mayReloadNow } from '#web/stores'
import { isChanged } from '#web/ui'

const signs = ['pointerover', 'touchstart', 'focusin', 'online'] as const

/** Fetches the app when it is wanted: at once where the page has a main form or changes by itself, otherwise shortly before it is used. */
export function startWhenWanted(): void {
  addEventListener('submit', markPosted)
  addEventListener('pageshow', ({ persisted }) => persisted && markPosted())
  if (document.querySelector('form[data-main], [data-live]')) requestAnimationFrame(() => setTimeout(start))
  else listen()
}

/** A form that is posted as HTML does stays so: the app, once it is here, would send it a second time as another. */
function markPosted(event?: SubmitEvent): void {
  if (!event) for (const form of document.forms) delete form.dataset.posted
  else if (!event.defaultPrevented) (event.target as HTMLFormElement).dataset.posted = ''
}

function listen(): void {
  for (const name of signs) addEventListener(name, sign, { passive: true })
}

function sign({ type, target }: Event): void {
  if (type === 'online' || (target instanceof Element && target.closest('a, button, summary, input, select, textarea')))
    void start()
}

/** Browsers may remember that a module did not come, for as long as the page is open: without a connection none is fetched. */
async function start(): Promise<void> {
  for (const name of signs) removeEventListener(name, sign)
  if (!navigator.onLine && !(await isReachable(location.pathname + location.search))) return listen()
  await preload()
  await import('./entry-client.tsx').then(({ begin }) => nextTask().then(begin)).catch(recover)
}

/** What was tapped meanwhile goes first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** All modules at once, rather than each when the one before names it; but after the first paint, not against it. */
async function preload(): Promise<void> {
  const { modules = '' } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
  for (const [index, href] of modules.split(' ').filter(Boolean).entries()) {
    // On a slow phone each takes a while to ask for.
    if (index % 8 === 7) await nextTask()
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

/**
 * The app did not come. After a deployment the code of an old page is gone: the page is loaded anew, unless that was done
 * a moment ago or something would be lost by it. Without a connection the page stays as it is, and works as HTML does.
 */
async function recover(error: unknown): Promise<void> {
  if (!(await isReachable(location.pathname + location.search))) return listen()
  report('load', error)
  if (isTouched() || !mayReloadNow()) return
  // An answer that is given before the new page comes would be lost with this one.
  addEventListener('input', () => stop(), { once: true })
  location.reload()
}

function isTouched(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('form :is(input,select,textarea)')].some(isChanged)
}
