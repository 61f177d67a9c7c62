import type { Catalog } from '#engine/site/catalog.ts'
import { embeddedOn, embeddedPage } from '#engine/site/embedding/embedded-view.ts'
import type { Submission } from './submission.ts'

/**
 * Where a visit came from, as it may be kept: the site around a frame is told by the page, and only one that may show
 * this form is believed.
 */
export function withKnownSite(
  { embedding }: Pick<Catalog, 'embedding'>,
  { attribution, page, version: { form } }: Pick<Submission, 'attribution' | 'page' | 'version'>,
): Submission['attribution'] {
  const { [embeddedOn]: site, ...rest } = attribution
  const isKnown = site !== undefined && page === embeddedPage(form.id) && embedding.get(form.id)?.includes(site)
  return isKnown ? attribution : rest
}
