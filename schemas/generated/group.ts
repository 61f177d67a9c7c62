// Generated from schemas/group.schema.json by `npx leadwright types`. Do not edit.
import type { Fields } from './form.ts'

/**
 * Fields that several forms ask, used by a step as { "use": "<id>" }. The file's name is the group's id.
 */
export interface GroupDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The heading of a step that uses this group and has none of its own.
   */
  title?: string
  /**
   * A sentence or two under the heading.
   */
  description?: string
  /**
   * true: a star marks what the step that uses this group requires.
   */
  markRequired?: boolean
  fields: Fields
}
