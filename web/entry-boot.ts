import './styles/index.css'

// The one script every page has. It fetches the app when it is wanted: at once where there is a form, otherwise when
// somebody is about to use something. Until then links, menus and forms work as HTML does.

let started = false

function start(): void {
  if (started) return
  started = true
  for (const name of signs) removeEventListener(name, sign)
  preload()
  import('./entry-client.tsx').catch(reloadOnce)
}

/** All modules at once, rather than each when the one before names it; but after the first paint, not against it. */
function preload(): void {
  const { modules = '' } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
  for (const href of modules.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }
}

const signs = ['pointerover', 'touchstart', 'focusin'] as const

function sign({ target }: Event): void {
  if (target instanceof Element && target.closest('a, button, summary, input, select, textarea')) start()
}

/** After a deployment the chunks of an old page are gone: it is loaded anew, once a minute at most. It works without. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem('reloaded'))
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}

// The colour scheme: what the visitor chose here before, if anything.
const root = document.documentElement
root.dataset.scheme = localStorage.getItem('scheme') ?? 'system'
const chosen = document.querySelector<HTMLInputElement>(`input[name=scheme][value=${root.dataset.scheme}]`)
if (chosen) chosen.checked = true
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'scheme') return
  root.dataset.scheme = target.value
  localStorage.setItem('scheme', target.value)
})

addEventListener('vite:preloadError', (event) => {
  event.preventDefault()
  reloadOnce()
})

if (document.querySelector('form[method=post]')) requestAnimationFrame(() => setTimeout(start))
else for (const name of signs) addEventListener(name, sign, { passive: true })
