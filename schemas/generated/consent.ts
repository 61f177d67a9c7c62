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
   * What the declaration permits, in a word or two for the record: privacy, marketing, profiling.
   */
  purpose: string
  /**
   * The sentence beside the box, stored with every lead exactly as shown.
   */
  text: string
  /**
   * What is said when the box must be ticked and is not.
   */
  missing?: string
  /**
   * true: the form can be sent without it. A consent is asked and required otherwise. The name of a setting in site.json leaves it to that.
   */
  optional?: true | false | 'sponsorTransfer'
}
