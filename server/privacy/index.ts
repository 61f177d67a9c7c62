export { type Erasures, erasureFile, openErasures, personData } from './erasures.ts'
export { restoreLeads } from './restore-leads.ts'
export { clockDoubt, runRetention } from './retention.ts'
