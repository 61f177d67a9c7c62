export {
  type AwaitedDeliveries,
  isAwaited,
  isImmediate,
  openAwaitedDeliveries,
  outboxMetrics,
  type Relay,
  type RelayEvent,
  type Reroute,
  startRelay,
} from './relay.ts'
