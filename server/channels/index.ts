export { failed, type Outgoing, type SendContext, unset, waitsFor } from './channel.ts'
export { addChannel, askedOffers, kindOf, lackingVariables } from './channel-of.ts'
export { deliveryKinds } from './channels.ts'
export { sendMail } from './email/email.ts'
