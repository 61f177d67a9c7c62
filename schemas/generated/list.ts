// Generated from schemas/list.schema.json by `npx leadwright types`. Do not edit.
import type { Id } from './form.ts'

/**
 * Options that differ between markets, such as banks, or that are too many for a form, such as the models of cars; used by a field as { "optionList": "<id>" }. The file's name is the list's id.
 */
export interface ListDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The options to choose from, by language. In each id → text; or in groups, by the answer to the field that "optionsBy" names, each id → text. Options outside the groups are offered for every answer.
   */
  options?: {
    [k: string]: {[id: string]: string | {[id: string]: string}}
  }
  /**
   * Options whose texts are names, the same in every language: instead of "options", written as there in one language.
   */
  names?: {[id: string]: string | {[id: string]: string}}
}
