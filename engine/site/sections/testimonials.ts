import type { TestimonialsSection } from '#schemas/generated/sections/testimonials.ts'
import { asDefined } from '../as-defined.ts'

/** What visitors have said, with stars. */
export const testimonials = asDefined<TestimonialsSection>()
