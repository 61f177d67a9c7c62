import type { FastifyRequest } from 'fastify'

/** Whether a page of this host sent it: browsers say where a POST comes from. */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && URL.canParse(headers.origin) && new URL(headers.origin).host === host
}
