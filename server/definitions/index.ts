export { definitionMetrics, LastGoodKeeper, readLastGood } from './last-good.ts'
