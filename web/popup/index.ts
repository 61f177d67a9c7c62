export { redirectVisitor } from './note-country.ts'
export { Popup } from './Popup.tsx'
export { followGate } from './trigger.ts'
export { markSubscribed } from './visit/subscription-cookie.ts'
