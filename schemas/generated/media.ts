// Generated from schemas/media.schema.json by `npx leadwright types`. Do not edit.

/**
 * A drawing of 480 by 320, with one outline and one fill colour. The file's name is its id.
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
   * The shape, as an SVG path.
   */
  d: string
  /**
   * wash: filled with the pale colour, without an outline. shape: an outline that covers the parts below it. line: only a line. accent: a heavier line in the colour of figures. All adapt to light and dark mode.
   */
  as: 'wash' | 'shape' | 'line' | 'accent'
}
