/** Addresses that programs call and pages load. Every other is a page, or would be one. */
const notPages =
  /^\/(?:(?:api|assets|geo|media|schemas|validators)(?:\/|$)|(?:healthz|readyz|metrics|myipaddress|shopping-deals(?:-by-title)?)$)/

/** The path of a request's target, which some clients write with a host before it (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? ''
}

/** Whether a person looks at what is answered there. */
export function isPageAddress(target: string): boolean {
  return !notPages.test(pathOf(target))
}
