export { type Funnel, funnelsOf, type StepCounts, stepCounts, stepRoutes, stepsApi } from './step-counts.ts'
