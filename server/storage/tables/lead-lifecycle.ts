/**
 * One owner of a lead's life. Deliveries say what they are for (`topic`) and why they were cancelled, mails count against
 * a budget for each purpose, links to unsubscribe belong to an address at a brand, and the database itself refuses a
 * sign-up that waits without a mail and a subscriber without an address.
 *
 * SQLite cannot change constraints, so rows move to new tables, on both engines alike.
 */
const sub = '(SELECT s.state FROM subscriptions s WHERE s.lead_id = d.subject_id)'
const isErased = `(d.state = 'erased' AND NOT (d.subject_kind = 'lead'
  AND EXISTS (SELECT 1 FROM leads l WHERE l.id = d.subject_id AND l.erased_at IS NULL)))`
/** Earlier versions left these to be replayed. */
const isGone = `(d.state = 'dead' AND d.partner <> '@visitors' AND d.delivery NOT LIKE '%/%'
  AND ${sub} IN ('unsubscribed', 'expired'))`

const topic = `CASE WHEN d.delivery LIKE '%/unsubscribed' THEN 'unsubscribe-notice' WHEN d.partner <> '@visitors' THEN 'lead'
  WHEN d.delivery = 'confirm' THEN 'confirmation' WHEN d.delivery = 'go-on-later' THEN 'resume'
  WHEN d.delivery LIKE 'unsubscribe-link/%' THEN 'unsubscribe-link' WHEN d.delivery = 'reminder' THEN 'reminder'
  ELSE 'receipt' END`

export const leadLifecycle: readonly string[] = [
  `CREATE TABLE new_deliveries (
    id TEXT PRIMARY KEY,
    subject_id TEXT NOT NULL,
    partner TEXT NOT NULL,
    delivery TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN
      ('held', 'scheduled', 'pending', 'delivered', 'rejected', 'bounced', 'dead', 'cancelled', 'erased')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL,
    lease_until BIGINT,
    last_error TEXT,
    feed_number BIGINT,
    delivered_at TEXT,
    replay INTEGER NOT NULL DEFAULT 0,
    subject_kind TEXT NOT NULL DEFAULT 'lead',
    external_id TEXT,
    topic TEXT NOT NULL DEFAULT 'lead',
    cancel_reason TEXT,
    address TEXT,
    bare_payload TEXT,
    UNIQUE (subject_id, partner, delivery, topic),
    CHECK ((state = 'cancelled') = (cancel_reason IS NOT NULL))
  )`,
  `INSERT INTO new_deliveries (id, subject_id, partner, delivery, kind, payload, state, attempts, due_at, lease_until,
      last_error, feed_number, delivered_at, replay, subject_kind, external_id, topic, cancel_reason)
    SELECT d.id, d.subject_id, d.partner,
      CASE WHEN d.delivery LIKE '%/unsubscribed' THEN replace(d.delivery, '/unsubscribed', '')
        WHEN d.partner = '@visitors' AND d.delivery = 'confirm' THEN 'confirmation'
        WHEN d.partner = '@visitors' AND d.delivery = 'go-on-later' THEN 'resume' ELSE d.delivery END,
      d.kind, CASE WHEN ${isGone} THEN '' WHEN d.partner <> '@visitors' THEN d.payload
        ELSE replace(replace(d.payload, '"receipt":true', '"deferred":"receipt"'), '"reminder":true', '"deferred":"reminder"') END,
      CASE WHEN d.payload = '' AND d.state IN ('pending', 'held', 'later') THEN 'erased'
        WHEN d.state = 'later' THEN 'scheduled' WHEN d.state = 'refused' THEN 'rejected'
        WHEN ${isGone} THEN 'cancelled' WHEN d.state = 'erased' AND NOT ${isErased} THEN 'cancelled' ELSE d.state END,
      d.attempts, d.due_at, d.lease_until, d.last_error, d.feed_number, d.delivered_at, d.replay, d.subject_kind,
      d.reference, ${topic},
      CASE WHEN ${isGone} OR (d.state = 'erased' AND NOT ${isErased})
        THEN CASE ${sub} WHEN 'unsubscribed' THEN 'unsubscribed' WHEN 'expired' THEN 'expired'
          WHEN 'confirmed' THEN 'duplicate' ELSE 'superseded' END END
    FROM deliveries d ORDER BY d.id`,
  'DROP TABLE deliveries',
  'ALTER TABLE new_deliveries RENAME TO deliveries',
  // As they were; SQLite sees that an index fits where its condition is written in the same words.
  `CREATE INDEX deliveries_due ON deliveries (kind, partner, due_at) WHERE state = 'pending'`,
  'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number) WHERE feed_number IS NOT NULL',
  `CREATE INDEX deliveries_to_send ON deliveries (partner, due_at) WHERE state = 'pending' AND kind <> 'pull'`,
  `CREATE INDEX deliveries_dead ON deliveries (partner) WHERE state = 'dead'`,
  `CREATE INDEX deliveries_of_mails ON deliveries (subject_id, id) WHERE subject_kind = 'mail' AND payload <> ''`,
  "CREATE INDEX deliveries_scheduled ON deliveries (due_at) WHERE state = 'scheduled'",
  "CREATE INDEX deliveries_scheduled_by_address ON deliveries (address, topic) WHERE state = 'scheduled'",
  `CREATE INDEX deliveries_by_hand ON deliveries (id) WHERE kind = 'manual'`,

  `CREATE TABLE new_subscriptions (
    lead_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    brand TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'expired')),
    signed_up_at TEXT NOT NULL,
    confirmed_at TEXT,
    confirmed_ip TEXT,
    unsubscribed_at TEXT,
    unsubscribed_by TEXT,
    confirmation_id TEXT,
    CHECK (state <> 'confirmed' OR address <> ''),
    CHECK (state <> 'pending' OR confirmation_id IS NOT NULL)
  )`,
  // Subscribers whose address earlier versions erased for its age cannot be written to: they are listed as unsubscribed
  // by "migration". A sign-up without a mail could never be confirmed.
  `INSERT INTO new_subscriptions (lead_id, address, brand, form, locale, state, signed_up_at, confirmed_at, confirmed_ip,
      unsubscribed_at, unsubscribed_by, confirmation_id)
    SELECT s.lead_id, s.address, s.brand, s.form, s.locale,
      CASE WHEN s.state = 'confirmed' AND s.address = '' THEN 'unsubscribed'
        WHEN s.state = 'pending' AND d.id IS NULL THEN 'expired' ELSE s.state END,
      s.signed_up_at, s.confirmed_at, s.confirmed_ip,
      CASE WHEN s.state = 'confirmed' AND s.address = '' THEN coalesce(l.erased_at, s.signed_up_at)
        ELSE s.unsubscribed_at END,
      CASE WHEN s.state = 'confirmed' AND s.address = '' THEN 'migration' ELSE s.unsubscribed_by END,
      d.id
    FROM subscriptions s LEFT JOIN leads l ON l.id = s.lead_id
      LEFT JOIN deliveries d ON d.subject_id = s.lead_id AND d.topic = 'confirmation'`,
  'DROP TABLE subscriptions',
  'ALTER TABLE new_subscriptions RENAME TO subscriptions',
  'CREATE INDEX subscriptions_by_address ON subscriptions (address, brand)',
  `CREATE INDEX subscriptions_pending ON subscriptions (signed_up_at) WHERE state = 'pending'`,
  'CREATE INDEX subscriptions_by_confirmation ON subscriptions (confirmation_id) WHERE confirmation_id IS NOT NULL',
  `UPDATE deliveries SET state = 'cancelled', cancel_reason = 'expired', payload = '', last_error = NULL
    WHERE state = 'held' AND EXISTS
      (SELECT 1 FROM subscriptions s WHERE s.lead_id = deliveries.subject_id AND s.state = 'expired')`,

  "ALTER TABLE mail_tokens ADD COLUMN address TEXT NOT NULL DEFAULT ''",
  `UPDATE mail_tokens SET address =
    coalesce((SELECT s.address FROM subscriptions s WHERE s.lead_id = mail_tokens.lead_id), '')`,

  // What was counted is forgotten: it was a day's.
  'DROP TABLE mailed_addresses',
  `CREATE TABLE mail_quota (
    address TEXT NOT NULL,
    topic TEXT NOT NULL,
    number BIGINT NOT NULL,
    message_id TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (address, topic, number)
  )`,
  'CREATE UNIQUE INDEX mail_quota_by_message ON mail_quota (message_id)',
  'CREATE INDEX mail_quota_by_subject ON mail_quota (subject_id)',
  'CREATE INDEX mail_quota_by_time ON mail_quota (sent_at)',
]
