export { createMailer, type Mail, type Mailer } from './mailer.ts'
export {
  createOutbound,
  isPublic,
  type LocalPartners,
  type Outbound,
  type OutboundAnswer,
  type OutboundCallAnswer,
} from './outbound.ts'
