export { Popup } from './Popup.tsx'
export { standOn } from './popup.ts'
export { followGate } from './trigger.ts'
export { markSubscribed } from './visit/mark-subscribed.ts'
