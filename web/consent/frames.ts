import type { ThirdParty } from '#engine/site/others/third-party.ts'

/**
 * What a frame of another company may do: run, and send forms to itself. It can neither lead the page elsewhere, nor open
 * windows and dialogs, nor load files down, nor read what is kept in the browser, as it has no origin (HTML, “Sandboxing”).
 */
const sandbox = 'allow-scripts allow-forms'

/** A company's calculator, shut in. */
export function frameOf({ company, source }: Pick<ThirdParty, 'company' | 'source'>): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  // A lazy frame holds up nothing of the page, not even its load event.
  return Object.assign(frame, { title: company, loading: 'lazy', src: source })
}

/** Where a page has kept its place free. */
export function placeOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-frame="${CSS.escape(id)}"]`)
}
