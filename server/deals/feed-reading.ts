import type { Catalog } from '#engine/catalog/catalog.ts'
import type { FeedReading } from '#engine/catalog/deals/feed-deals.ts'
import { shapeCheck } from '#engine/catalog/sources/shape.ts'
import { readSchemas } from '#engine/node/schemas.ts'

/** What feeds are read with while these definitions are live. */
export function readingOf({ site, drawings }: Pick<Catalog, 'site' | 'drawings'>): FeedReading {
  const paths = new Map(drawings.map(({ id, path }) => [id, path]))
  return { check: shapeCheck(readSchemas()), site, imageOf: (picture) => paths.get(picture) ?? null }
}
