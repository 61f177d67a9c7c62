// Generated from schemas/brand.schema.json by `npx leadwright types`. Do not edit.
import type { Analytics } from './site.ts'
import type { Sample } from './site.ts'
import type { ThirdPartyScript } from './script.ts'

/**
 * An address that begins with https://.
 */
export type SecureAddress = string
/**
 * Its place in the circle of colours, in degrees of OKLCH: 10 is red, 90 yellow, 150 green, 260 blue.
 */
export type Hue = number

/**
 * A brand: its name and the address it is known by. The file's name is the brand's id.
 */
export interface BrandDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The name in the header and in page titles, and that mails come from: on one line.
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
  social?: Social
  /**
   * The address that mails to visitors come from, under the brand's name. Visitors answer there, also to withdraw a consent: somebody must read it.
   */
  sender?: string
  sample?: Sample
  /**
   * What page titles end with, such as Example compares; the name when left out. It is not translated.
   */
  title?: string
  logo?: Logo
  colours?: Colours
  /**
   * What pages of this brand load from others, each under an id of its own; nothing when left out.
   */
  scripts?: {
    [k: string]: ThirdPartyScript
  }
  analytics?: Analytics
}
/**
 * The brand's pages on social networks: words of articles lead there by [label](social:facebook).
 */
export interface Social {
  facebook?: SecureAddress
  instagram?: SecureAddress
  tiktok?: SecureAddress
}
/**
 * The sign beside the name, drawn: filled shapes, the lower ones first. A plain slip when left out.
 */
export interface Logo {
  /**
   * The size it is drawn at, as in SVG: 0 0 width height.
   */
  viewBox: string
  /**
   * The shapes, the lower ones first.
   *
   * @minItems 1
   * @maxItems 12
   */
  paths: {
    /**
     * The shape, as SVG writes a path.
     */
    d: string
    /**
     * Its colour, which follows light and dark: ink, paper (what lies beneath the page) or accent.
     */
    fill: 'ink' | 'paper' | 'accent'
  }[]
}
/**
 * One ink, one accent and one rule, of which all colours are made, in light and in dark. Text on each must be readable, which is checked. Signal blue and apricot when left out.
 */
export interface Colours {
  /**
   * The brand's own colour: figures, links, the mark, and a trace of it in text and paper.
   */
  ink: {
    hue: Hue
    /**
     * How much colour there is in it, of OKLCH: 0 is grey.
     */
    chroma: number
    /**
     * The ink exactly as the brand prints it, such as #26619c. One of that hue and chroma when left out.
     */
    exact?: string
  }
  /**
   * The colour of the one thing to press. It is light, with the ink's darkest on it.
   */
  accent: {
    /**
     * How light it is, of OKLCH: 0.8 or so.
     */
    lightness: number
    /**
     * How much colour there is in it, of OKLCH.
     */
    chroma: number
    hue: Hue
  }
  /**
   * The line that sections begin with: single (a hairline), double (engraved) or bold. single when left out.
   */
  rule?: 'single' | 'double' | 'bold'
}
