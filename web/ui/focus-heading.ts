/** A page or step that came without a document of its own begins at its heading, for a screen reader too. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * As a `ref`: what appears takes the focus, so that a screen reader begins here. Browsers obey `autofocus` only in a
 * document that is new, and React only on controls.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
