export { subscriptionOf, unsubscribeLink } from './confirmation-mail.ts'
export { listMails, type ShownMail, showMail } from './operations/mails.ts'
export { receiptOf } from './receipt-mail.ts'
export { reminderOf } from './reminder-mail.ts'
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
