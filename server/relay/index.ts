export { type FirstTries, isAwaited, openFirstTries } from './first-tries.ts'
export { outboxMetrics } from './outbox-metrics.ts'
export { type Relay, type RelayEvent, type Reroute, startRelay } from './relay.ts'
