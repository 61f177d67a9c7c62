import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/site'
import { framedAt } from '#server/pages'

/**
 * Who may show a form in a frame: the sites that its definition names, whatever is answered at its address, so that a
 * mistake is told in the frame too. That there is no such form may be told on any site. Nobody may frame anything else.
 */
export function embeddingHeaders(app: FastifyInstance, catalog: () => Catalog): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.includes('/embed/')) return
    const current = catalog()
    const framed = framedAt(current, current.brandAt(request.host).id, request.url)
    const policy = reply.getHeader('content-security-policy')
    if (!framed || typeof policy !== 'string') return
    reply
      .header(
        'content-security-policy',
        policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${framed.origins.join(' ')}`),
      )
      // A page that asks of all it loads to be meant for others (COEP) may show it too.
      .header('cross-origin-resource-policy', 'cross-origin')
      // It knows no list of sites.
      .removeHeader('x-frame-options')
  })
}
