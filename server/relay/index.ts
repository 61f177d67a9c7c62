export {
  type FirstTries,
  isAwaited,
  openFirstTries,
  outboxMetrics,
  type Relay,
  type RelayEvent,
  type Reroute,
  startRelay,
} from './relay.ts'
