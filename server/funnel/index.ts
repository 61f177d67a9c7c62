export {
  type Dimension,
  dimensions,
  type Funnel,
  type FunnelQuery,
  funnelChoices,
  funnelFigures,
  funnelsOf,
  type StepFigures,
} from './figures.ts'
export { deviceOf, openVisits, stepRoutes, stepsApi, type Visit, type Visits } from './visits.ts'
