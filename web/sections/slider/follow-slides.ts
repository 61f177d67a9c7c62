// Moves the slides of a page. It runs without React, which draws them once and never again.
const followed = new WeakSet<Element>()

/** Makes the tabs of every slider on the page choose their slides. */
export function followSlides(): void {
  for (const slider of document.querySelectorAll<HTMLElement>('[data-slider]')) {
    if (followed.has(slider)) continue
    followed.add(slider)
    follow(slider)
  }
}

function follow(slider: HTMLElement): void {
  const tabs = [...slider.querySelectorAll<HTMLElement>('[role="tab"]')]
  const choose = (at: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === at)
      tab.tabIndex = index === at ? 0 : -1
      slideOf(tab)?.toggleAttribute('data-current', index === at)
    }
  }
  const chosen = () => tabs.findIndex(({ ariaSelected }) => ariaSelected === 'true')
  const asked = tabs.findIndex((tab) => tab.getAttribute('href') === location.hash)
  choose(Math.max(asked, chosen()))
  // Until now an address chose.
  slider.dataset.slider = 'followed'
  const rest = moveOn(slider, () => choose((chosen() + 1) % tabs.length))

  const take = (at: number, event: Event) => {
    event.preventDefault()
    rest()
    choose(at)
    tabs[at]?.focus()
  }
  slider.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const at = tabs.findIndex((tab) => event.target instanceof Node && tab.contains(event.target))
    if (at >= 0) take(at, event)
  })
  slider.addEventListener('keydown', (event) => {
    const at = event.target instanceof HTMLElement ? tabs.indexOf(event.target) : -1
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1, ' ': at }[
      event.key
    ]
    if (at >= 0 && next !== undefined) take(next % tabs.length, event)
  })
}

function slideOf(tab: Element): Element | null {
  return document.getElementById(tab.getAttribute('aria-controls') ?? '')
}

/**
 * Where a slider says after how many seconds, the next slide comes by itself; but not while somebody points at it, uses it
 * or looks at another page, nor where less motion is wanted. It can be paused (WCAG 2.2, 2.2.2).
 * @returns what pauses it for good, as a choice of the visitor's does
 */
function moveOn(slider: HTMLElement, next: () => void): () => void {
  const seconds = Number(slider.dataset.seconds)
  const pause = slider.querySelector('button[aria-pressed]')
  if (!pause || !(seconds > 0)) return () => {}
  const less = matchMedia('(prefers-reduced-motion: reduce)')
  const timer = setInterval(() => {
    if (!slider.isConnected) return clearInterval(timer)
    const isUsed = slider.matches(':hover') || slider.contains(document.activeElement)
    if (pause.ariaPressed !== 'true' && !isUsed && !document.hidden && !less.matches) next()
  }, seconds * 1000)
  pause.addEventListener('click', () => {
    pause.ariaPressed = String(pause.ariaPressed !== 'true')
  })
  return () => {
    pause.ariaPressed = 'true'
  }
}
