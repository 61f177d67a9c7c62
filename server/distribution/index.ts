export { type LeadMaking, mostRoutings, newLead, type Submission } from './new-lead.ts'
export {
  type Approved,
  approveLead,
  type HandedOver,
  handLeadOver,
  otherPartners,
  rerouter,
  rewrittenPayload,
} from './reroute.ts'
