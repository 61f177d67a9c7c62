export { listMails, type ShownMail, showMail } from './operations/mails.ts'
export { deferredWriter, type WriteDeferred } from './write-deferred.ts'
export {
  hasToken,
  isDeferred,
  isWithoutToken,
  mailToVisitor,
  receiptOf,
  reminderOf,
  setMail,
  subscriptionOf,
  unsubscribeLink,
  type VisitorMail,
  withoutToken,
  writeMail,
} from './write-mail.ts'
