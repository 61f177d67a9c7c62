import { barAt, begun, ended, idle, restOf } from '#web/stores'
import { followedLink } from './followed-link.ts'
import styles from './Progress.module.css'

let way = idle
let timer: ReturnType<typeof setTimeout> | undefined
let bar: HTMLProgressElement | null = null

/** From now on a link that the browser follows by itself shows a bar until its page takes the place of this one. */
export function showLeaving(): void {
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link || isHere(link)) return
    // The app follows links too once it is there, and tells of them itself (web/ui/Progress.tsx).
    setTimeout(() => event.defaultPrevented || leaving())
  })
  // A page that is shown again as it was left must not wait for anything.
  for (const name of ['pagehide', 'pageshow']) addEventListener(name, () => become(idle))
  // The visitor stopped it, or nothing came. Not every browser says so.
  globalThis.navigation?.addEventListener('navigateerror', () => become(ended(way, performance.now(), 'failed')))
}

/** The browser is on its way to another document. */
export function leaving(): void {
  become(begun(idle, performance.now()))
}

function become(next: typeof way): void {
  way = next
  draw()
}

function draw(): void {
  const now = performance.now()
  const shown = barAt(way, now)
  clearTimeout(timer)
  const rest = restOf(way, now)
  if (rest !== null) timer = setTimeout(draw, rest)
  if (!shown) {
    bar?.remove()
    bar = null
    return
  }
  if (!bar) {
    bar = Object.assign(document.createElement('progress'), { className: styles.bar, max: 100 })
    bar.setAttribute('aria-label', document.querySelector<HTMLElement>('script[data-wait]')?.dataset.wait ?? '')
    document.body.append(bar)
  }
  bar.classList.toggle(styles.failed ?? '', shown.hasFailed)
  bar.value = shown.percent
}

/** Whether a link leads to a place of this page, for which nothing is loaded. */
function isHere({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return pathname === location.pathname && search === location.search && hash !== ''
}
