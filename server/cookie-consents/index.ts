export { type Choice, choicesOf, cookieConsentRoutes, cookieConsentsApi, eraseOldChoices } from './routes.ts'
