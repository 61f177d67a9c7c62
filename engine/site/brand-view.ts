import type { Logo, Look } from '#schemas/generated/brand.ts'
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
  /** How it looks besides its colours. */
  look: Look
  /** The addresses of its own style sheet and icon; null where it has the site's. */
  files: { css: string; svg: string } | null
}

export function brandView({ id, name, title = name, origin, logo = plainLogo, look = {}, files }: Brand): BrandView {
  const paths = files && { css: files.css.path, svg: files.svg.path }
  return { id, name, title, origin: origin ?? null, logo, look, files: paths }
}
