export { type Erasures, erasureFile, openErasures, personData } from './erasures.ts'
export { restoreLeads } from './restore-leads.ts'
export { clockDoubt, keptForATime, runRetention } from './retention.ts'
