export { definitionMetrics, LastGoodKeeper, readLastGood } from './last-good.ts'
export { refreshRoutes, refreshScript } from './refresh.ts'
