export { definitionMetrics } from './definition-metrics.ts'
export { LastGoodKeeper, readLastGood } from './last-good.ts'
