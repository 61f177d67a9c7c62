export { listMails, type ShownMail, showMail } from './operations/mails.ts'
export { receiptOf, reminderOf, subscriptionOf, unsubscribeLink } from './visitor-mails.ts'
export { deferredWriter, type WriteDeferred } from './write-deferred.ts'
export {
  hasToken,
  isDeferred,
  isWithoutToken,
  mailToVisitor,
  setMail,
  type VisitorMail,
  withoutToken,
  writeMail,
} from './write-mail.ts'
