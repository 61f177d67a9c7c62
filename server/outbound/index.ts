export { createMailer, type Mail, type Mailer } from './mailer.ts'
export { createOutbound, type Outbound, type OutboundAnswer, type OutboundCallAnswer } from './outbound.ts'
export { isPublic } from './public-address.ts'
