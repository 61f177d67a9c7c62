import { oncePerValue } from '#engine/form/values'
import { shapeCheck } from '#engine/library'
import { readSchemas } from '#engine/node'
import { type Catalog, feedDeals, type ReadFeed } from '#engine/site'

const kept = oncePerValue<ReturnType<typeof oncePerValue<ReadFeed>>>()

/** What a feed says while these definitions are live. Read once for each site and its drawings: thousands of deals take a tenth of a second. */
export function readFeed(feed: object, { site, drawings }: Pick<Catalog, 'site' | 'drawings'>): ReadFeed {
  const paths = new Map(drawings.map(({ id, path }) => [id, path]))
  return kept(feed, '', () => oncePerValue<ReadFeed>())(site, [...paths.values()].join(), () =>
    feedDeals(feed, { check: shapeCheck(readSchemas()), site, imageOf: (picture) => paths.get(picture) ?? null }),
  )
}
