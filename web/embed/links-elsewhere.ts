// Pages of ours are shown in no frame: links to them open a window of their own. That costs only embedded forms anything.

/** The same document, its links to other pages with a window of their own. @param path the address of the frame */
export function withLinksElsewhere(html: string, path: string): string {
  return html.replaceAll(/<a href="([^"#?]+)[^"]*"/g, (link, target) =>
    target === path ? link : `${link} target="_blank" rel="noopener"`,
  )
}

/** The same for what the browser draws itself, now and later. */
export function openLinksElsewhere(): void {
  const open = () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a'))
      if (link.pathname !== location.pathname || link.origin !== location.origin)
        Object.assign(link, { target: '_blank', rel: 'noopener' })
  }
  open()
  new MutationObserver(open).observe(document.body, { subtree: true, childList: true })
}
