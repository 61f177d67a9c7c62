export { confirmation } from './confirmation.ts'
export { noticesBy } from './notices.ts'
export { subscriptionMetrics } from './subscription-metrics.ts'
export { unsubscription } from './unsubscription.ts'
