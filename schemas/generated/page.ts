// Generated from schemas/page.schema.json by `npx leadwright types`. Do not edit.
import type { CardsSection } from './sections/cards.ts'
import type { FaqSection } from './sections/faq.ts'
import type { FormSection } from './sections/form.ts'
import type { HeroSection } from './sections/hero.ts'
import type { Locales } from './form.ts'
import type { StepsSection } from './sections/steps.ts'
import type { TextSection } from './sections/text.ts'

/**
 * A section; its kind decides what else it has.
 */
export type Section = FormSection | HeroSection | TextSection | StepsSection | FaqSection | CardsSection

/**
 * A page: its address, its words and its sections. The file's name is the page's id.
 */
export interface PageDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * The address without a language prefix, for example /insurance/home-insurance.
   */
  path: string
  /**
   * An address of its own for a language, again without the prefix.
   */
  paths?: {
    /**
     * The address without a language prefix, for example /insurance/home-insurance.
     */
    [k: string]: string
  }
  /**
   * The page's title, in the browser's tab and in search results.
   */
  title: string
  /**
   * One or two sentences for search results.
   */
  description: string
  /**
   * What the page shows, from top to bottom, each under an id of its own.
   */
  sections: {
    [k: string]: Section
  }
  /**
   * true: search engines are asked to leave this page out.
   */
  noindex?: boolean
}
