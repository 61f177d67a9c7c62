import type { TextSection } from '#schemas/generated/sections/text.ts'
import { asDefined } from '../as-defined.ts'

/** A title and paragraphs. */
export const text = asDefined<TextSection>()
