import type { ThirdParty } from '#engine/site/others/third-party.ts'

/** Removes what a script keeps in the browser: a name that ends in * stands for all that begin so. */
export function clear(things: ThirdParty['keeps']): void {
  for (const { name, where } of things) {
    const isMeant = (each: string) => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name)
    if (where === 'cookie') cookieNames().filter(isMeant).forEach(expire)
    else clearStorage(where, isMeant)
  }
}

function clearStorage(where: 'localStorage' | 'sessionStorage', isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window[where]).filter(isMeant)) window[where].removeItem(key)
  } catch {
    // Where storage is forbidden nothing is kept.
  }
}

function cookieNames(): string[] {
  return document.cookie.split('; ').flatMap((pair) => pair.split('=')[0] ?? [])
}

/** Scripts set their cookies for this host or for any domain above it, and do not say for which. */
function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS and in Firefox
  for (const domain of domains) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/${domain}`
}
