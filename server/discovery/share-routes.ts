import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/site'
import { problem } from '#server/http'
import type { ShareParts } from '#server/pages'
import { shareImages } from './share-images.ts'

/** Share images, each under the hash of what is drawn: what it shows never changes. */
export function shareRoutes(app: FastifyInstance, catalog: () => Catalog, parts: ShareParts): void {
  const images = shareImages(parts)
  app.get<{ Params: { hash: string } }>('/share/:hash.png', async (request, reply) => {
    const png = await images.at(catalog(), `/share/${request.params.hash}.png`)
    if (png === null) return problem(reply, 'unknown-picture')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/png').send(png)
  })
}
