import type { PointsSection } from '#schemas/generated/sections/points.ts'
import { asDefined } from '../../as-defined.ts'

/** What to look at when comparing. */
export const points = asDefined<PointsSection>()
