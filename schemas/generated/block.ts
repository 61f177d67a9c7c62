// Generated from schemas/block.schema.json by `npx leadwright types`. Do not edit.
import type { Section } from './section.ts'

/**
 * A section that several pages use. The file’s name is the block’s id.
 */
export type BlockDefinition = Section
