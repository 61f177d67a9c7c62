import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/site'
import { problem } from '#server/http'

/** The drawings of definitions/media/, each under the hash of what it shows. */
export function drawingRoutes(app: FastifyInstance, catalog: () => Catalog): void {
  app.get<{ Params: { name: string } }>('/media/:name.svg', (request, reply) => {
    const drawing = catalog().drawings.find(({ path }) => path === `/media/${request.params.name}.svg`)
    if (!drawing) return problem(reply, 'unknown-drawing')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml; charset=utf-8')
      .send(drawing.svg)
  })
}
