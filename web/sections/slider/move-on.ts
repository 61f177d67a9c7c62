/**
 * Where a slider says after how many seconds, the next slide comes by itself; but not while somebody points at it, uses it
 * or looks at another page, nor where less motion is wanted. It can be paused (WCAG 2.2, 2.2.2).
 * @returns what pauses it for good, as a choice of the visitor's does
 */
export function moveOn(slider: HTMLElement, next: () => void): () => void {
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
