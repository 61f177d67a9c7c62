// Generated from schemas/consent.schema.json by `npx leadwright types`. Do not edit.

/**
 * One legal declaration, so that its sentence exists once. The file's name is the consent's id.
 */
export interface ConsentDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The purpose of the consent, in a word or two for the record: privacy, marketing, profiling.
   */
  purpose: string
  /**
   * The sentence next to the checkbox, stored with every lead exactly as shown.
   */
  text: string
  /**
   * The error message if a required checkbox is not ticked.
   */
  missing?: string
  /**
   * true: the form can be sent without it. By default a consent is required. Name a setting in site.json to let that setting decide.
   */
  optional?: true | false | 'sponsorTransfer'
}
