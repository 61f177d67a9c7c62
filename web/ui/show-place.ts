/**
 * Shows what an address names behind its #, opens what it is hidden in, and lets the reader go on from there.
 * @param hash as in an address, `#` included
 * @returns whether there is such a place
 */
export function showPlace(hash: string): boolean {
  const place = placeAt(hash)
  if (!place) return false
  open(place)
  place.scrollIntoView()
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  return true
}

/** Opens what a place is hidden in, where the browser goes there by itself but opens nothing. */
export function openPlace(hash: string): void {
  const place = placeAt(hash)
  if (place && open(place)) place.scrollIntoView()
}

function placeAt(hash: string): HTMLElement | null {
  return hash.length > 1 ? document.getElementById(placeIn(hash)) : null
}

/** Whether anything was closed. */
function open(place: Element): boolean {
  let wasClosed = false
  for (let around: Element | null = place; around; around = around.parentElement)
    if (around instanceof HTMLDetailsElement && !around.open) wasClosed = around.open = true
  return wasClosed
}

/** The id, which addresses may write with escapes; what is no escape stands for itself. */
function placeIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
