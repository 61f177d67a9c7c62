import { structuredData } from '#engine/site/heads/structured-data.ts'
import type { PageView } from '#engine/site/page-view.ts'
import { scriptSafe } from '../page/script-safe.ts'

/** What search engines read of the page as data. */
export function StructuredData({ view }: { view: PageView }) {
  const data = structuredData(view)
  if (data === null) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose "<" are escaped
      dangerouslySetInnerHTML={{ __html: scriptSafe(data) }}
    />
  )
}
