// Generated from schemas/list.schema.json by `npx leadwright types`. Do not edit.
import type { Options } from './form.ts'

/**
 * Options that differ from market to market, such as banks or telephone operators, used by a field as { "optionList": "<id>" }. The file's name is the list's id.
 */
export interface ListDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * By language, the options to choose from: id → words in that language.
   */
  options: {
    [k: string]: Options
  }
}
