// Generated from schemas/brand.schema.json by `npx leadwright types`. Do not edit.
import type { Analytics } from './site.ts'
import type { Sample } from './site.ts'
import type { ThirdPartyScript } from './script.ts'

/**
 * An address that begins with https://.
 */
export type SecureAddress = string
/**
 * Its hue in degrees of OKLCH: 10 is red, 90 yellow, 150 green, 260 blue.
 */
export type Hue = number

/**
 * A brand: its name and its address. The file's name is the brand's id.
 */
export interface BrandDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The name in the header, in page titles and as the sender of mails: one line.
   */
  name: string
  /**
   * The canonical origin, for example https://example.com, without a slash at the end.
   */
  origin?: string
  /**
   * Other hosts that the brand answers on, for example www.example.com or, for development, example.localhost. A host without a port matches any port. A host that no brand lists gets the site's own brand.
   *
   * @minItems 1
   */
  hosts?: string[]
  social?: Social
  /**
   * The sender address of mails to visitors, with the brand's name. Visitors reply to it, also to withdraw a consent, so a person must read that inbox.
   */
  sender?: string
  sample?: Sample
  /**
   * The ending of page titles, such as Example compares; the name by default. It is not translated.
   */
  title?: string
  logo?: Logo
  colours?: Colours
  look?: Look
  /**
   * The pages that this brand shows, by id, or all of a folder, such as insurance/; all pages by default. It also shows pages whose own brands name it. Menu entries, cards, buttons and links to other pages are left out on this brand.
   *
   * @minItems 1
   */
  pages?: string[]
  /**
   * The order of a page's sections on this brand: page id → section ids. Sections that are not named follow in their own order.
   */
  order?: {
    /**
     * @minItems 1
     */
    [k: string]: string[]
  }
  /**
   * The third-party scripts of this brand's pages, each under its own id; none by default.
   */
  scripts?: {
    [k: string]: ThirdPartyScript
  }
  analytics?: Analytics
}
/**
 * The brand's pages on social networks. Articles link to them with [label](social:facebook).
 */
export interface Social {
  facebook?: SecureAddress
  instagram?: SecureAddress
  tiktok?: SecureAddress
}
/**
 * The logo next to the name, as filled shapes, the lower ones first. A plain slip by default.
 */
export interface Logo {
  /**
   * The viewBox, as in SVG: 0 0 width height.
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
     * The shape, as an SVG path.
     */
    d: string
    /**
     * Its colour, which adapts to light and dark mode: ink, paper (the page background) or accent.
     */
    fill: 'ink' | 'paper' | 'accent'
  }[]
}
/**
 * One ink, one accent, one paper and one rule, from which all colours are derived, in light and dark mode. The contrast of text on each is checked. Signal blue and apricot by default.
 */
export interface Colours {
  /**
   * The brand's own colour: figures, links and the logo, and a tint in text and paper.
   */
  ink: {
    hue: Hue
    /**
     * Its chroma in OKLCH: 0 is grey.
     */
    chroma: number
    /**
     * The exact ink of the brand, such as #26619c. By default one with the hue and chroma above.
     */
    exact?: string
  }
  /**
   * The colour of the main button, unless action says otherwise. It is light; text on it has the darkest ink.
   */
  accent: {
    /**
     * Its lightness in OKLCH, about 0.8.
     */
    lightness: number
    /**
     * Its chroma in OKLCH.
     */
    chroma: number
    hue: Hue
  }
  /**
   * What fills the main button: the accent (the default), or the ink with white text, where the accent fills larger areas. In dark mode it is always the accent.
   */
  action?: 'accent' | 'ink'
  /**
   * A tint of the page background and of what is chosen, in light mode. By default that of the ink.
   */
  paper?: {
    hue: Hue
    /**
     * Its chroma in OKLCH, about 0.015.
     */
    chroma: number
  }
  /**
   * The dark mode.
   */
  dark?: {
    /**
     * What the dark surfaces have the hue of: the paper (the default, where the brand has one of its own), or the ink.
     */
    ground?: 'paper' | 'ink'
    /**
     * The colour of figures, links and what is chosen in dark mode: a light tone of the ink (the default), or the accent.
     */
    figure?: 'ink' | 'accent'
  }
  /**
   * The line above sections: single (a hairline), double (engraved) or bold. single by default.
   */
  rule?: 'single' | 'double' | 'bold'
}
/**
 * How the brand looks besides its colours. Every choice works with every other, in light and dark mode.
 */
export interface Look {
  /**
   * The typefaces: plain (Atkinson Hyperlegible Next) by default, serif (headings and large figures in Fraunces, text in Source Serif) or round (Nunito).
   */
  face?: 'plain' | 'serif' | 'round'
  /**
   * The corners of options, inputs, cards and panels; soft by default.
   */
  corners?: 'soft' | 'square' | 'round'
  /**
   * The shape of buttons: raised on a lower edge (the default), flat with a thin edge, or a pill.
   */
  buttons?: 'raised' | 'flat' | 'pill'
  /**
   * What the promise of a page is drawn on: the paper (open, the default), a dark band of the ink, a tinted card, or a card of the accent colour (leaf).
   */
  hero?: 'open' | 'band' | 'card' | 'leaf'
  /**
   * What the header and the footer are on: the paper (the default), a dark band of the ink, or the accent colour, with a pale tone of it for the footer.
   */
  frame?: 'paper' | 'ink' | 'accent'
  /**
   * How large figures are drawn: in the ink (plain, the default), in a deep tone of the accent colour, or in the text colour on a stroke of the accent colour (marked).
   */
  figures?: 'plain' | 'accent' | 'marked'
  /**
   * The style of drawings: a line with a pale tone (toned, the default), a thin line hatched in the accent colour, as an engraving (outline), or flat shapes with bold details on the accent colour (bold).
   */
  drawings?: 'toned' | 'outline' | 'bold'
  /**
   * How first screens, lists of choices, quotes and articles are composed: a promise next to its drawing (picture, the default), next to the receipt of what there is to choose (receipt), above large tiles to press and, on forms, above the questions (tiles), or as a front page of text in ruled and numbered columns (columns).
   */
  composition?: 'picture' | 'receipt' | 'tiles' | 'columns'
  /**
   * The edge of slips, which sum something up or are sent: torn off (the default), between two double rules, or a card with a foot of the accent colour.
   */
  slips?: 'torn' | 'ruled' | 'card'
  /**
   * What sets the sections of a page apart: a rule (the default), space alone, or a box around each.
   */
  sections?: 'ruled' | 'plain' | 'boxed'
}
