// Generated from schemas/brand.schema.json by `npx leadwright types`. Do not edit.
import type { Sample } from './site.ts'

/**
 * A brand: its name and the address it is known by. The file's name is the brand's id.
 */
export interface BrandDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The name in the header and in page titles.
   */
  name: string
  /**
   * The canonical origin, for example https://example.com, without a slash at the end.
   */
  origin?: string
  /**
   * Other hosts that the brand answers on, for example www.example.com or, for development, example.localhost. A host without a port counts with any. A host that no brand has is the site's own brand.
   *
   * @minItems 1
   */
  hosts?: string[]
  /**
   * The address that mails to visitors come from, under the brand's name. Visitors answer there, also to withdraw a consent: somebody must read it.
   */
  sender?: string
  sample?: Sample
}
