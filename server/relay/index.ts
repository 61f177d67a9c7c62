export { type FirstTries, isAwaited, openFirstTries } from './first-tries.ts'
export { outboxMetrics, type Relay, type RelayEvent, type Reroute, startRelay } from './relay.ts'
