import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/site'
import { problem } from '#server/http'

const types = { css: 'text/css; charset=utf-8', svg: 'image/svg+xml' } as const

/**
 * The files of brands, each under its hash, so that they may be kept for ever. Who asks for one that has changed since,
 * from a page that is still open, is led to the present one.
 */
export function brandRoutes(app: FastifyInstance, catalog: () => Catalog): void {
  app.get<{ Params: { file: string } }>('/brand/:file', (request, reply) => {
    const { id = '', ending } = pattern.exec(request.params.file)?.groups ?? {}
    const { files, ...brand } = catalog().brand(id)
    if (!files || brand.id !== id) return problem(reply, 'unknown-file')
    const { path, text } = files[ending as keyof typeof types]
    if (path !== `/brand/${request.params.file}`) return reply.header('cache-control', 'no-cache').redirect(path)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[ending as keyof typeof types])
      .send(text)
  })
}

const pattern = /^(?<id>[a-z0-9_-]+)\.[0-9a-f]{10}\.(?<ending>css|svg)$/
