// Generated from schemas/media.schema.json by `npx leadwright types`. Do not edit.

/**
 * A drawing, 480 wide and 320 high, in one pen and one wash. The file's name is its id.
 */
export interface MediaDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The shapes, the lower ones first.
   *
   * @minItems 1
   * @maxItems 24
   */
  paths: MediaPath[]
}
export interface MediaPath {
  /**
   * The shape, as SVG writes a path.
   */
  d: string
  /**
   * wash: filled with the pale colour, without an outline. shape: an outline over what lies beneath. line: a line alone. accent: a heavier line in the colour of figures. All follow light and dark.
   */
  as: 'wash' | 'shape' | 'line' | 'accent'
}
