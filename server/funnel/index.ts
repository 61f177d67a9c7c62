export { type Funnel, funnelsOf, type StepCounts, stepCounts } from './step-counts.ts'
export { stepRoutes, stepsApi } from './step-routes.ts'
