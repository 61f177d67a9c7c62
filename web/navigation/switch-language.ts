import { isReachable } from '#web/http'
import { leaving } from '#web/ui'

/** How long after a choice the page is loaded anew, in ms. */
const delay = 20

/**
 * From now on a language that is chosen is kept in its cookie, the dialog about consent in the old one goes, and the page
 * is loaded anew in the new one. Forms go on where they are: their drafts are in the tab, their steps in the address.
 */
export function switchLanguages(): void {
  /** A link that is left to whoever else follows links. */
  let passed: Element | null = null
  document.addEventListener('click', async (event) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented) return
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser
    document.cookie = cookieOf(link)
    if (link === passed || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    document.getElementById('cc-main')?.remove()
    const isThere = isReachable(link.pathname + link.search)
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (await isThere) {
      leaving()
      return location.assign(link.pathname + placesOf(location.search) + location.hash)
    }
    // The browser's own error page would take the place of this one.
    passed = link
    link.click()
    passed = null
  })
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('[data-language-cookie] a') : null
}

/** A browser refuses a cookie for a domain that its host is not in. */
function cookieOf(link: HTMLAnchorElement): string {
  const { languageCookie = '' } = link.closest<HTMLElement>('[data-language-cookie]')?.dataset ?? {}
  const domain = /; Domain=(.+)$/.exec(languageCookie)?.[1]
  const isWithin = domain === undefined || `.${location.hostname}`.endsWith(`.${domain}`)
  return (isWithin ? languageCookie : languageCookie.replace(/; Domain=.+$/, '')).replace('{}', link.hreflang)
}

/** What forms (engine/site/form-places.ts) and mailed links say in an address. In another language they go on there. */
export function placesOf(search: string): string {
  const pairs = [...new URLSearchParams(search)].filter(([name]) => ['form', 'step', 'token', 'state'].includes(name))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
