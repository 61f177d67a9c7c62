import type { FaqSection } from '#schemas/generated/sections/faq.ts'
import { asDefined } from '../as-defined.ts'

/** Questions with their answers. */
export const faq = asDefined<FaqSection>()
