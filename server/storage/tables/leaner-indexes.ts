// Indexes that cost a lead less when it is stored.

/**
 * A caller's key stands before the hash that tells it from others' equal keys, so that scopes are in the order of the keys:
 * those that are made here are in the order of time, and leads that come together share pages of the index.
 */
export const orderedKeyScopes: readonly string[] = [
  // An idempotency key is `api <form> <key> <hash of 32>`, and no part of it holds a space.
  `UPDATE leads SET key_scope =
      substr(idempotency_key, length(form) + 6, length(idempotency_key) - length(form) - 38) || ' ' || key_scope
    WHERE key_scope IS NOT NULL`,
]

/** Of the deliveries that have a number: to those that wait for one, which all begin as, the index would cost and say nothing. */
export const givenFeedNumbers: readonly string[] = [
  'DROP INDEX deliveries_feed',
  'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number) WHERE feed_number IS NOT NULL',
]
