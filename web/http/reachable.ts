import { http } from './http-client.ts'

/** How long an answer may take, in ms. */
const deadlineMs = 5000

/**
 * Whether this site answers at an address of its own. Asked before a page is loaded anew: the browser's own error page
 * would take the place of what the visitor has.
 * @param path path and query
 */
export function isReachable(path: string): Promise<boolean> {
  const asked = { method: 'HEAD', cache: 'no-store', timeout: deadlineMs } as const
  return http.send(path, asked, ({ status }) => status < 500).catch(() => false)
}
