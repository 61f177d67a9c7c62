import type { Logo } from '#schemas/generated/brand.ts'
import type { Brand } from './brand-table.ts'
import { plainLogo } from './brands/logo.ts'

/** What a page shows of its brand. */
export interface BrandView {
  id: string
  name: string
  /** What page titles end with. */
  title: string
  /** Where the brand is at home, whatever host a page was read from. */
  origin: string | null
  logo: Logo
  /** The addresses of its own style sheet and icon; null where it has the site's. */
  files: { css: string; svg: string } | null
}

export function brandView({ id, name, title = name, origin, logo = plainLogo, files }: Brand): BrandView {
  const paths = files && { css: files.css.path, svg: files.svg.path }
  return { id, name, title, origin: origin ?? null, logo, files: paths }
}
