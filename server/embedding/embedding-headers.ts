import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/catalog/catalog.ts'
import { pathOf } from '../http/addresses.ts'

/**
 * Who may show a form in a frame: the sites that its definition names, whatever is answered at its address, so that a
 * mistake is told in the frame too. Nobody may frame anything else.
 */
export function embeddingHeaders(app: FastifyInstance, catalog: () => Catalog): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.includes('/embed/')) return
    const current = catalog()
    const { embed } = current.pageAt(current.brandAt(request.host).id, pathOf(request.url)) ?? {}
    const policy = reply.getHeader('content-security-policy')
    if (!embed || typeof policy !== 'string') return
    reply
      .header(
        'content-security-policy',
        policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${embed.origins.join(' ')}`),
      )
      // A page that asks of all it loads to be meant for others (COEP) may show it too.
      .header('cross-origin-resource-policy', 'cross-origin')
      // It knows no list of sites.
      .removeHeader('x-frame-options')
  })
}
