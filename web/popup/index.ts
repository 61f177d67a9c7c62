export { Popup } from './Popup.tsx'
export { standOn } from './stand-on.ts'
export { followGate } from './trigger.ts'
export { markSubscribed } from './visit/subscription-cookie.ts'
