export { type Choice, choicesOf, eraseOldChoices } from './choices.ts'
export { cookieConsentsApi } from './cookie-consents-api.ts'
export { cookieConsentRoutes } from './routes.ts'
