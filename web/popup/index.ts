export { Popup } from './Popup.tsx'
export { redirectVisitor } from './redirect-visitor.ts'
export { followGate } from './trigger.ts'
export { markSubscribed } from './visit/subscription-cookie.ts'
