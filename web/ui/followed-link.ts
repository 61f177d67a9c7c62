/** The link that a click follows to an address of this site, in this tab; null for every other click. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link && !event.defaultPrevented && isPlain(event) && isPage(link) ? link : null
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** Whether it leads to a page of this site: nothing to save, no other window. */
function isPage(link: HTMLAnchorElement): boolean {
  return (
    link.origin === location.origin &&
    !link.hasAttribute('download') &&
    (link.target === '' || link.target === '_self') &&
    !link.pathname.startsWith('/api/')
  )
}
