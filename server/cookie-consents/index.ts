export { type Choice, choicesOf, eraseOldChoices } from './choices.ts'
export { cookieConsentRoutes, cookieConsentsApi } from './routes.ts'
