export { contactHash, erasedAddress, forgetContacts, keyOldContacts } from './contact-hashes.ts'
export {
  type AttemptOutcome,
  activate,
  backlog,
  type ClaimedDelivery,
  claim,
  clearBlocked,
  countDeliveries,
  countFinished,
  type DeliveryQuery,
  failed,
  findDelivery,
  finish,
  type ListedDelivery,
  listDeliveries,
  type Outcome,
  payloadOf,
  recordOutcome,
  relayLag,
  replay,
  retryNow,
  retryWaiting,
  settleByHand,
  standing,
  waiting,
  writeMail,
} from './deliveries.ts'
export { type EraseOptions, eraseLeads, eraseOldLeads, expireUnconfirmed } from './erase.ts'
export { readFeed } from './feed.ts'
export {
  type Evidence,
  evidenceOf,
  findLead,
  idsThatBegin,
  type LeadRecord,
  leadExists,
  leadsNotErased,
  leadsOfEmail,
  newestLeadAt,
  recipientsOf,
} from './find-leads.ts'
export { countAccepted } from './form-limits.ts'
export { createTable, formTable, properties, type TableLook, toCsv } from './form-table.ts'
export { type FormVersions, formVersions, storedForm, storedForms } from './form-versions.ts'
export type { ConsentEvidence, Lead, NewSubscription, Routing } from './lead.ts'
export {
  type CancelReason,
  cancelReasons,
  type DeliveryState,
  deliveryStates,
  ifStored,
  leadStates,
  subscriptionStates,
  type Topic,
  topics,
  verbs,
} from './lifecycle.ts'
export {
  countLeads,
  type ExportedLead,
  type LeadFilter,
  leadCounts,
  listLeads,
  pagesOfExport,
  type StoredLead,
} from './list-leads.ts'
export {
  insertChoice,
  insertLimitedMail,
  insertStandaloneMail,
  insertToken,
  type LimitedMail,
  markAsked,
  type NewMessage,
  quotaHash,
  type Reminder,
  visitors,
} from './messages.ts'
export { type PartnerMonth, reportOf } from './report.ts'
export { partnerFigures } from './routings.ts'
export { eraseOldMails, standaloneMails, standaloneMailsTo } from './standalone-mails.ts'
export {
  apiKeys,
  approve,
  type DatedLead,
  fillingIn,
  fillingOf,
  insertLaterConsent,
  type Keys,
  leadIds,
  leadOfKeys,
  leadProbe,
  mintKey,
  pageKeys,
  reroute,
  storeLead,
} from './store-lead.ts'
export {
  allSuppressions,
  confirm,
  countSubscriptions,
  type DescribeNotices,
  findSubscription,
  isSuppressed,
  type ListedSubscription,
  listSubscriptions,
  mintToken,
  readToken,
  reapplySuppressions,
  reminderStanding,
  type SubscriptionFilter,
  subscriberAddress,
  subscriberHash,
  subscriberOf,
  subscriptionTotals,
  suppressionsOf,
  tokenHash,
  type UnsubscribedBy,
  unsubscribe,
} from './subscriptions.ts'
export type { SuppressionRow } from './tables.ts'
