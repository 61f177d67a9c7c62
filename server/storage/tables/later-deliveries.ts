/** For the messages that wait for a time of their own. */
export const laterDeliveries: readonly string[] = [
  "CREATE INDEX deliveries_later ON deliveries (due_at) WHERE state = 'later'",
]
