export { Popup, redirectVisitor } from './Popup.tsx'
export { followGate } from './trigger.ts'
export { markSubscribed } from './visit/subscription-cookie.ts'
