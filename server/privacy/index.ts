export { type Erasures, erasureFile, openErasures, personData, restoreLeads } from './erasures.ts'
export { clockDoubt, keptForATime, runRetention } from './retention.ts'
