export {
  type AwaitedDeliveries,
  isAwaited,
  openAwaitedDeliveries,
  outboxMetrics,
  type Relay,
  type RelayEvent,
  type Reroute,
  startRelay,
} from './relay.ts'
