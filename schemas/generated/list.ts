// Generated from schemas/list.schema.json by `npx leadwright types`. Do not edit.
import type { Options } from './form.ts'

/**
 * Options that differ between markets, such as banks or telephone operators, used by a field as { "optionList": "<id>" }. The file's name is the list's id.
 */
export interface ListDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The options to choose from, by language: id → text in that language.
   */
  options: {
    [k: string]: Options
  }
}
