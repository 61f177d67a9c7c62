export type { Submission } from './new-lead.ts'
export { type LeadMaking, newLead } from './new-lead.ts'
export { type Approved, approveLead, rerouter } from './reroute.ts'
export { mostRoutings } from './route-lead.ts'
