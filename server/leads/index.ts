export { contactHash, keyOldContacts } from './contact-hashes.ts'
export { createTable, toCsv } from './csv.ts'
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
export { erasedAddress } from './erased-address.ts'
export { type Evidence, evidenceOf } from './evidence.ts'
export { type ExportedLead, pagesOfExport } from './export-leads.ts'
export { readFeed } from './feed.ts'
export {
  findLead,
  type LeadRecord,
  leadExists,
  leadsNotErased,
  leadsOfEmail,
  newestLeadAt,
  recipientsOf,
} from './find-leads.ts'
export { forgetContacts } from './forget-contacts.ts'
export { formTable, type TableLook } from './form-table.ts'
export { type FormVersions, formVersions, storedForm, storedForms } from './form-versions.ts'
export type { ConsentEvidence, Lead, NewSubscription, Routing } from './lead.ts'
export { leadIds } from './lead-ids.ts'
export { leadProbe } from './lead-probe.ts'
export {
  type CancelReason,
  cancelReasons,
  type DeliveryState,
  deliveryStates,
  leadStates,
  subscriptionStates,
  type Topic,
  topics,
  verbs,
} from './lifecycle.ts'
export { countLeads, type LeadFilter, leadCounts, listLeads, type StoredLead } from './list-leads.ts'
export {
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
export { properties } from './properties.ts'
export { type PartnerMonth, reportOf } from './report.ts'
export { partnerFigures } from './routings.ts'
export { idsThatBegin } from './short-ids.ts'
export { eraseOldMails, standaloneMails, standaloneMailsTo } from './standalone-mails.ts'
export { approve, type DatedLead, type Keys, leadOfKeys, reroute, storeLead } from './store-lead.ts'
export { apiKeys, fillingIn, fillingOf, mintKey, pageKeys } from './submission-keys.ts'
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
