export { ChatContainer, CookieSettings } from './CookieSettings.tsx'
export { choiceMade } from './choice.ts'
export { followConsent } from './follow-consent.ts'
export { listen, tell } from './signals.ts'
