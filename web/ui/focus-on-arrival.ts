/**
 * As a `ref`: what appears takes the focus, so that a screen reader begins here. Browsers obey `autofocus` only in a
 * document that is new, and React only on controls.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
