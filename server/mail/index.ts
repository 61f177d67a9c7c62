export { leadMails } from './lead-mails.ts'
export { expiryMailOf, withPageToken } from './offer-mails.ts'
export { listMails, type ShownMail, showMail } from './operations/mails.ts'
export { deferredWriter, type WriteDeferred } from './write-deferred.ts'
export {
  hasToken,
  isDeferred,
  isWithoutToken,
  mailToVisitor,
  setMail,
  subscriptionOf,
  unsubscribeLink,
  type VisitorMail,
  withoutToken,
  writeMail,
} from './write-mail.ts'
