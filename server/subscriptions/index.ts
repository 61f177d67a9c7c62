export { confirmation, noticesBy, subscriptionMetrics, unsubscription } from './unsubscription.ts'
