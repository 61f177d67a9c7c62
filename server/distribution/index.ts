export { type LeadMaking, mostRoutings, newLead, type Submission } from './new-lead.ts'
export { type Approved, approveLead, rerouter } from './reroute.ts'
