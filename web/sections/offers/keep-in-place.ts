/** Where something is on the screen, before others are put among it: the offers of a list, and all that follows them. */
export type Places = ReadonlyMap<Element, DOMRect>

export function placesOf(list: Element | null): Places {
  const offers = [...(list?.querySelectorAll('[data-offer]') ?? [])]
  const after: Element[] = []
  for (let at = list; at !== null && at !== document.body; at = at.parentElement)
    for (let next = at.nextElementSibling; next !== null; next = next.nextElementSibling) after.push(next)
  return new Map([...offers, ...after].map((each) => [each, each.getBoundingClientRect()]))
}

/**
 * Keeps what the visitor reads where it is, now that others were put before it: who has scrolled into the list stays at the
 * same offer, and the others glide to where they belong.
 */
export function keepInPlace(before: Places): void {
  const still = [...before].filter(([each]) => each.isConnected)
  const offers = still.filter(([each]) => each.matches('[data-offer]'))
  const isWithin = offers.some(([, { top }]) => top < 0)
  const read = isWithin ? offers.find(([, { bottom }]) => bottom > 0) : undefined
  const moved = read ? read[0].getBoundingClientRect().top - read[1].top : 0
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const [each, { left, top }] of still) {
    const now = each.getBoundingClientRect()
    const [across, far] = [left - now.left, top - now.top]
    const from = { transform: `translate(${across}px, ${far}px)` }
    if (across !== 0 || far !== 0) each.animate([from, { transform: 'none' }], { duration: 200, easing: 'ease-out' })
  }
}
