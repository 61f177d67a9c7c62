import type { StepsSection } from '#schemas/generated/sections/steps.ts'
import { asDefined } from '../as-defined.ts'

/** Things that happen one after another. */
export const steps = asDefined<StepsSection>()
