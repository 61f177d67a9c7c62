/** How long an answer may take, in ms. */
const patience = 5000

/**
 * Whether this site answers at an address of its own. Asked before a page is loaded anew: the browser's own error page
 * would take the place of what the visitor has.
 */
export async function isReachable(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(patience)
  const reply = await fetch(address, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  return reply !== null && reply.status < 500
}
