export { type FirstTries, isAwaited, openFirstTries } from './awaited-deliveries.ts'
export { outboxMetrics, type Relay, type RelayEvent, type Reroute, startRelay } from './relay.ts'
