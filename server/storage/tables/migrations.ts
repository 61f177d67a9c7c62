import type { Storage } from '../storage.ts'

/**
 * Who signed up for newsletters and where that stands, which addresses a brand writes to no more, and the tokens of mailed
 * links. Addresses are keyed hashes; of a token only its SHA-256 is here, its times in milliseconds since the epoch.
 */
const subscriptionTables: readonly string[] = [
  `CREATE TABLE subscriptions (
    lead_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    brand TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL,
    signed_up_at TEXT NOT NULL,
    confirmed_at TEXT,
    confirmed_ip TEXT,
    unsubscribed_at TEXT,
    unsubscribed_by TEXT
  )`,
  'CREATE INDEX subscriptions_by_address ON subscriptions (address, brand)',
  // For those that nobody confirms in time.
  `CREATE INDEX subscriptions_pending ON subscriptions (signed_up_at) WHERE state = 'pending'`,
  `CREATE TABLE suppressions (
    address TEXT NOT NULL,
    brand TEXT NOT NULL,
    since TEXT NOT NULL,
    lifted_at TEXT,
    PRIMARY KEY (address, brand)
  )`,
  `CREATE TABLE mail_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    lead_id TEXT NOT NULL,
    brand TEXT NOT NULL,
    expires_at BIGINT,
    used_at BIGINT
  )`,
  'CREATE INDEX mail_tokens_by_lead ON mail_tokens (lead_id)',
  'CREATE INDEX mail_tokens_by_time ON mail_tokens (expires_at) WHERE expires_at IS NOT NULL',
]

/**
 * Forms that were saved to be gone on with later. `hash` is the SHA-256 of the token in the mail. `sealed` holds the
 * answers, encrypted under a key that is made of the token too: nobody reads them with the database alone. Address, filling
 * and device are hashes.
 */
const savedForms: readonly string[] = [
  `CREATE TABLE saved_forms (
    hash TEXT PRIMARY KEY,
    mail_id TEXT NOT NULL,
    form TEXT NOT NULL,
    brand TEXT NOT NULL,
    address TEXT NOT NULL,
    filling TEXT NOT NULL,
    device TEXT,
    sealed TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX saved_forms_by_address ON saved_forms (address)',
  'CREATE INDEX saved_forms_by_filling ON saved_forms (filling)',
  'CREATE INDEX saved_forms_by_time ON saved_forms (expires_at)',
]

/** Who got a lead and why, what the next decision depends on, and what became of leads later. */
const routingTables: readonly string[] = [
  `CREATE TABLE routings (
    lead_id TEXT NOT NULL,
    partner TEXT NOT NULL,
    taken INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (lead_id, partner)
  )`,
  `CREATE TABLE partner_days (
    partner TEXT NOT NULL,
    day TEXT NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (partner, day)
  )`,
  `CREATE TABLE partner_contacts (
    partner TEXT NOT NULL,
    contact TEXT NOT NULL,
    lead_id TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (partner, contact, lead_id)
  )`,
  // Nothing can be written here: a statement that would, undoes its transaction.
  'CREATE TABLE guards (holds INTEGER NOT NULL)',
  // The deliveries that are sent, of whatever kind; those that are pulled keep the index by kind.
  `CREATE INDEX deliveries_to_send ON deliveries (partner, due_at) WHERE state = 'pending' AND kind <> 'pull'`,
  'ALTER TABLE leads ADD COLUMN erased_at TEXT',
  // For what is kept for a time, and for the definitions that evidence refers to.
  'CREATE INDEX leads_by_form ON leads (form, definition, id)',
  `CREATE INDEX deliveries_dead ON deliveries (partner) WHERE state = 'dead'`,
  // How often each step was shown: counts, and nothing about who saw it.
  `CREATE TABLE step_views (
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    definition TEXT NOT NULL,
    step TEXT NOT NULL,
    day TEXT NOT NULL,
    shown BIGINT NOT NULL,
    PRIMARY KEY (form, locale, definition, step, day)
  )`,
  // A replay is a message of its own, or receivers would drop it as a repeat.
  'ALTER TABLE deliveries ADD COLUMN replay INTEGER NOT NULL DEFAULT 0',
]

/** What partners pay for a lead, as it was agreed when they got it: hundredths of a currency's unit. */
const routingPrices: readonly string[] = [
  'ALTER TABLE routings ADD COLUMN price INTEGER',
  'ALTER TABLE routings ADD COLUMN currency TEXT',
]

/** When partners got a lead, on their own calendar: what a refusal gives back, and where a lead is counted. */
const routingDays: readonly string[] = [
  'ALTER TABLE routings ADD COLUMN day TEXT',
  // Those of before are counted on the day in UTC on which they came.
  `UPDATE routings SET day = (SELECT substr(received_at, 1, 10) FROM leads WHERE id = routings.lead_id)
    WHERE taken = 1`,
]

/** What partners answer to a lead: their own id of it, kept with the delivery. */
const partnerReplies: readonly string[] = ['ALTER TABLE deliveries ADD COLUMN reference TEXT']

/**
 * The outbox takes messages of any subject: what a message is about is a kind and an id, and no more always a lead.
 *
 * PostgreSQL changes the table where it is. SQLite cannot take a reference away, so there the rows move to a new table.
 */
const messageSubjects: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  postgres: [
    'ALTER TABLE deliveries DROP CONSTRAINT deliveries_lead_id_fkey',
    'ALTER TABLE deliveries RENAME COLUMN lead_id TO subject_id',
    `ALTER TABLE deliveries ADD COLUMN subject_kind TEXT NOT NULL DEFAULT 'lead'`,
    ...mailsIndex(),
  ],
  sqlite: [
    `CREATE TABLE new_deliveries (
      id TEXT PRIMARY KEY,
      subject_id TEXT NOT NULL,
      partner TEXT NOT NULL,
      delivery TEXT NOT NULL,
      kind TEXT NOT NULL,
      payload TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'pending',
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      lease_until BIGINT,
      last_error TEXT,
      feed_number BIGINT,
      delivered_at TEXT,
      replay INTEGER NOT NULL DEFAULT 0,
      subject_kind TEXT NOT NULL DEFAULT 'lead',
      UNIQUE (subject_id, partner, delivery)
    )`,
    `INSERT INTO new_deliveries (id, subject_id, partner, delivery, kind, payload, state, attempts, due_at, lease_until,
        last_error, feed_number, delivered_at, replay)
      SELECT id, lead_id, partner, delivery, kind, payload, state, attempts, due_at, lease_until,
        last_error, feed_number, delivered_at, replay FROM deliveries ORDER BY rowid`,
    'DROP TABLE deliveries',
    'ALTER TABLE new_deliveries RENAME TO deliveries',
    // As they were.
    `CREATE INDEX deliveries_due ON deliveries (kind, partner, due_at) WHERE state = 'pending'`,
    'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number)',
    `CREATE INDEX deliveries_to_send ON deliveries (partner, due_at) WHERE state = 'pending' AND kind <> 'pull'`,
    `CREATE INDEX deliveries_dead ON deliveries (partner) WHERE state = 'dead'`,
    ...mailsIndex(),
  ],
}

/**
 * Which addresses got a mail of ours in the last day, as keyed hashes: nobody shall fill a stranger's inbox. Two that are
 * counted at once take the same number, so that one of them gives way.
 */
const mailedAddresses: readonly string[] = [
  `CREATE TABLE mailed_addresses (
    address TEXT NOT NULL,
    number BIGINT NOT NULL,
    message_id TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (address, number)
  )`,
  'CREATE UNIQUE INDEX mailed_addresses_by_message ON mailed_addresses (message_id)',
  'CREATE INDEX mailed_addresses_by_subject ON mailed_addresses (subject_id)',
  'CREATE INDEX mailed_addresses_by_time ON mailed_addresses (sent_at)',
]

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
const givenFeedNumbers: readonly string[] = [
  'DROP INDEX deliveries_feed',
  'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number) WHERE feed_number IS NOT NULL',
]

/** How a lead came, why it waits, and whose idempotency key it holds. */
export const leadSourceColumns: readonly string[] = [
  // page: from a form of ours, with or without JavaScript; api: from another program.
  "ALTER TABLE leads ADD COLUMN via TEXT NOT NULL DEFAULT 'api'",
  "UPDATE leads SET via = 'page' WHERE page IS NOT NULL",
  // Why it looks made by a program; an operator who approves the lead takes it away.
  'ALTER TABLE leads ADD COLUMN suspicion TEXT',
  `UPDATE leads SET suspicion = (SELECT max(detail) FROM routings WHERE lead_id = leads.id AND reason = 'suspicious')
    WHERE id IN (SELECT lead_id FROM routings WHERE reason = 'suspicious')`,
  // A caller's key of a form, with any body: the same key for another body is a mistake of that caller.
  'ALTER TABLE leads ADD COLUMN key_scope TEXT',
  'CREATE UNIQUE INDEX leads_key_scope ON leads (key_scope) WHERE key_scope IS NOT NULL',
  // Keys were shared by all forms; with the body in them, equal keys of strangers are different keys.
  `UPDATE leads SET idempotency_key = 'api ' || form || ' ' || substr(idempotency_key, 5) || ' ' || body_hash
    WHERE idempotency_key LIKE 'api %'`,
  `UPDATE leads SET idempotency_key = 'page ' || form || ' ' || substr(idempotency_key, 6)
    WHERE idempotency_key LIKE 'page %' AND idempotency_key NOT LIKE 'page without %'`,
]

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

const leadLifecycle: readonly string[] = [
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

/**
 * Offers that partners answer leads with, and the results page of each lead. `revision` counts the changes of a page; a page
 * that is not open takes no more offers. `previous` is the lead that the visitor sent before with other answers.
 * `is_reply`: the offer came with the partner's reply, and is deleted when another reply no longer has it. An offer without
 * an id says that a partner declined in a later call.
 * Times are milliseconds since the epoch, but `seen_at` and `chosen_at` are ISO 8601. `circuits` holds which partners are not
 * called for a while, and when each may be called next.
 */
const offerTables: readonly string[] = [
  `CREATE TABLE results (
    lead_id TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    wait_until BIGINT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    is_open INTEGER NOT NULL DEFAULT 1,
    seen_at TEXT,
    previous TEXT,
    currency TEXT NOT NULL,
    time_zone TEXT NOT NULL
  )`,
  'CREATE INDEX results_by_time ON results (asked_at) WHERE is_open = 1',
  `CREATE TABLE offers (
    lead_id TEXT NOT NULL,
    partner TEXT NOT NULL,
    delivery TEXT NOT NULL,
    offer_id TEXT NOT NULL,
    content TEXT NOT NULL,
    is_reply INTEGER NOT NULL,
    received_at BIGINT NOT NULL,
    chosen_at TEXT,
    PRIMARY KEY (lead_id, partner, offer_id)
  )`,
  `CREATE TABLE circuits (
    partner TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    open_until BIGINT NOT NULL,
    next_call_at BIGINT NOT NULL
  )`,
]

/** How many wrong names or addresses were entered to open the answers of a lead. */
const resultsTries: readonly string[] = ['ALTER TABLE results ADD COLUMN tries INTEGER NOT NULL DEFAULT 0']

/** Uploaded files, and the leads that have them. `stage`: receiving, stored (not scanned), clean, infected or erased. */
const uploadTables: readonly string[] = [
  `CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    field TEXT NOT NULL,
    accept TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    stage TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  'CREATE INDEX uploads_by_time ON uploads (created_at)',
  "CREATE INDEX uploads_unscanned ON uploads (id) WHERE stage = 'stored'",
  "CREATE INDEX uploads_erased ON uploads (id) WHERE stage = 'erased'",
  `CREATE TABLE lead_uploads (
    lead_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    PRIMARY KEY (lead_id, upload_id)
  )`,
  'CREATE INDEX lead_uploads_by_upload ON lead_uploads (upload_id)',
]

/**
 * Who may use the console, and what they did. Tokens and session ids are here as SHA-256 only; times without a name are
 * milliseconds since the epoch. What an entry of the audit tells goes when its subject is erased; its hashes stay.
 */
const consoleTables: readonly string[] = [
  `CREATE TABLE people (
    id TEXT PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    roles TEXT NOT NULL,
    created_at TEXT NOT NULL,
    signed_in_at TEXT,
    removed_at TEXT,
    UNIQUE (issuer, subject)
  )`,
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT NOT NULL,
    created_at TEXT NOT NULL,
    used_at TEXT
  )`,
  'CREATE INDEX passkeys_by_person ON passkeys (person_id)',
  `CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  'CREATE INDEX sessions_by_person ON sessions (person_id)',
  'CREATE TABLE invitations (hash TEXT PRIMARY KEY, person_id TEXT NOT NULL, expires_at BIGINT NOT NULL)',
  `CREATE TABLE sign_ins (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    kept TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  'CREATE INDEX sign_ins_by_time ON sign_ins (expires_at)',
  `CREATE TABLE audit (
    number BIGINT PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT,
    content TEXT,
    salt TEXT,
    content_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  )`,
  'CREATE INDEX audit_by_subject ON audit (subject) WHERE subject IS NOT NULL',
]

/** For the messages that wait for a time of their own. */
const laterDeliveries: readonly string[] = [
  "CREATE INDEX deliveries_later ON deliveries (due_at) WHERE state = 'later'",
]

/** When a partner read with a key last, within the hour; null before it did. */
const keyUses: readonly string[] = ['ALTER TABLE partner_keys ADD COLUMN last_used_at TEXT']

/**
 * For looking leads up, newest first: by an address or number of their person, as a keyed hash, and by what a list of them
 * is narrowed down to. Ids begin with their time, so most of these grow at one end only.
 */
const leadLookups: readonly string[] = [
  'CREATE TABLE lead_contacts (contact TEXT NOT NULL, lead_id TEXT NOT NULL, PRIMARY KEY (contact, lead_id))',
  'CREATE INDEX lead_contacts_by_lead ON lead_contacts (lead_id)',
  'CREATE INDEX leads_of_form ON leads (form, id)',
  'CREATE INDEX leads_of_brand ON leads (brand, id)',
  'CREATE INDEX leads_of_locale ON leads (locale, id)',
  'CREATE INDEX leads_suspicious ON leads (id) WHERE suspicion IS NOT NULL',
  'CREATE INDEX leads_tests ON leads (form, id) WHERE test = 1',
  'CREATE INDEX leads_erased ON leads (id) WHERE erased_at IS NOT NULL',
  'CREATE INDEX subscriptions_by_state ON subscriptions (state, lead_id)',
  'CREATE INDEX routings_of_partner ON routings (partner, lead_id) WHERE taken = 1',
  'CREATE INDEX deliveries_of_partner ON deliveries (partner, id)',
  // One each: SQLite takes an index only for what its condition says word for word.
  "CREATE INDEX deliveries_dead_by_id ON deliveries (id, partner) WHERE state = 'dead'",
  "CREATE INDEX deliveries_rejected ON deliveries (id, partner) WHERE state = 'rejected'",
  "CREATE INDEX deliveries_bounced ON deliveries (id, partner) WHERE state = 'bounced'",
  // When each try ended and how, one a line.
  "ALTER TABLE deliveries ADD COLUMN tries TEXT NOT NULL DEFAULT ''",
]

/** What an installation knows about itself, such as its secret key. */
const installationTable: readonly string[] = ['CREATE TABLE installation (name TEXT PRIMARY KEY, value TEXT NOT NULL)']

/** The resolved forms visitors were shown, by hash, so that who began with one can finish although it has changed. */
const formVersionsTable: readonly string[] = [
  `CREATE TABLE form_versions (
    hash TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    resolved TEXT NOT NULL,
    superseded_at BIGINT
  )`,
]

/**
 * The first tables: leads, their consent evidence, the outbox and the partners' keys.
 *
 * BIGINT is for PostgreSQL, where INTEGER is too short for milliseconds; to SQLite both are the same.
 */
const firstTables: readonly string[] = [
  `CREATE TABLE leads (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    brand TEXT NOT NULL,
    page TEXT,
    definition TEXT NOT NULL,
    answers TEXT NOT NULL,
    attribution TEXT NOT NULL,
    test INTEGER NOT NULL,
    idempotency_key TEXT UNIQUE,
    body_hash TEXT NOT NULL
  )`,
  `CREATE TABLE consents (
    lead_id TEXT NOT NULL REFERENCES leads (id),
    consent TEXT NOT NULL,
    purpose TEXT NOT NULL,
    text TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    granted INTEGER NOT NULL,
    locale TEXT NOT NULL,
    page TEXT,
    definition TEXT NOT NULL,
    given_at TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (lead_id, consent)
  )`,
  `CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    lead_id TEXT NOT NULL REFERENCES leads (id),
    partner TEXT NOT NULL,
    delivery TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending',
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL,
    lease_until BIGINT,
    last_error TEXT,
    feed_number BIGINT,
    delivered_at TEXT,
    UNIQUE (lead_id, partner, delivery)
  )`,
  // Only what waits: a claim stays as fast after a million deliveries as after one.
  `CREATE INDEX deliveries_due ON deliveries (kind, partner, due_at) WHERE state = 'pending'`,
  // Makes two assigners of feed numbers collide rather than hand out a number twice.
  'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number)',
  `CREATE TABLE partner_keys (
    id TEXT PRIMARY KEY,
    partner TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  )`,
]

/**
 * What persons had erased, as keyed hashes, so that it stays erased when an older copy of the database comes back.
 * `applied`: whether the leads at hand were looked through for it.
 */
const erasuresTable: readonly string[] = [
  'CREATE TABLE erasures (mark TEXT PRIMARY KEY, erased_at TEXT NOT NULL, applied INTEGER NOT NULL)',
]

/** What was given up and then erased can neither be mended nor sent anew: it is no dead letter. */
const erasedDeliveries: readonly string[] = [
  "UPDATE deliveries SET state = 'erased' WHERE state = 'dead' AND payload = ''",
]

/**
 * What visitors chose in the cookie settings, under a random id that only their browser knows, and each text that was
 * shown to them, once.
 */
const cookieConsentTables: readonly string[] = [
  `CREATE TABLE cookie_consents (
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    categories TEXT NOT NULL,
    brand TEXT NOT NULL,
    locale TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    given_at TEXT NOT NULL,
    PRIMARY KEY (id, number)
  )`,
  'CREATE INDEX cookie_consents_by_time ON cookie_consents (given_at)',
  'CREATE TABLE cookie_consent_texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL)',
]

/** For erasing what a lead left with partners, and for what no partner counts any more. */
const contactIndexes: readonly string[] = [
  'CREATE INDEX partner_contacts_by_lead ON partner_contacts (lead_id)',
  'CREATE INDEX partner_contacts_by_time ON partner_contacts (seen_at)',
]

/**
 * Steps of visits, one by one until a visit is over, and then only how many there were. Before, steps were counted
 * each time that they were shown.
 */
const visitTables: readonly string[] = [
  `CREATE TABLE visit_steps (
    visit TEXT NOT NULL,
    step TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    definition TEXT NOT NULL,
    brand TEXT NOT NULL,
    page TEXT NOT NULL,
    device TEXT NOT NULL,
    source TEXT NOT NULL,
    day TEXT NOT NULL,
    seconds INTEGER,
    question TEXT,
    error TEXT,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (visit, step)
  )`,
  'CREATE INDEX visit_steps_by_form ON visit_steps (form, day)',
  'CREATE INDEX visit_steps_by_end ON visit_steps (ends_at)',
  `CREATE TABLE step_counts (
    form TEXT NOT NULL,
    day TEXT NOT NULL,
    locale TEXT NOT NULL,
    definition TEXT NOT NULL,
    brand TEXT NOT NULL,
    page TEXT NOT NULL,
    device TEXT NOT NULL,
    source TEXT NOT NULL,
    step TEXT NOT NULL,
    what TEXT NOT NULL,
    about TEXT NOT NULL,
    visits BIGINT NOT NULL,
    PRIMARY KEY (form, day, locale, definition, brand, page, device, source, step, what, about)
  )`,
  `INSERT INTO step_counts (form, day, locale, definition, brand, page, device, source, step, what, about, visits)
    SELECT form, day, locale, definition, '', '', '', '', step, 'seen', '', shown FROM step_views`,
  'DROP TABLE step_views',
]

/** Drafts of the studio that go live at a time. */
const plannedReleases: readonly string[] = [
  `CREATE TABLE planned_releases (
    id TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    said TEXT NOT NULL,
    planned_by TEXT NOT NULL,
    note TEXT NOT NULL,
    review TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    changed_at BIGINT NOT NULL
  )`,
  'CREATE INDEX planned_releases_by_time ON planned_releases (state, due_at)',
  'CREATE INDEX planned_releases_by_form ON planned_releases (form, changed_at)',
]

/** How a lead was before an operator did something about it that can be taken back: JSON, which goes with the lead. */
const leadUndos: readonly string[] = [
  'CREATE TABLE lead_undos (lead_id TEXT PRIMARY KEY, deed TEXT NOT NULL, earlier TEXT NOT NULL)',
]

/** A step from one shape of the database to the next. Never changed once released: add another. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** One statement each, in SQL that SQLite and PostgreSQL both read, or for each engine where they cannot agree. */
  readonly sql: readonly string[] | Readonly<Record<Storage['engine'], readonly string[]>>
}

/** What is left to do to a database, or why this code must not touch it. */
export type MigrationPlan = { ok: true; migrations: readonly Migration[] } | { ok: false; reason: string }

/** Every migration, in order; numbers count from 1 without gaps. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'first tables', sql: firstTables },
  { number: 2, name: 'form versions', sql: formVersionsTable },
  { number: 3, name: 'routing', sql: routingTables },
  { number: 4, name: 'installation', sql: installationTable },
  { number: 5, name: 'how leads came', sql: leadSourceColumns },
  { number: 6, name: 'contacts by lead', sql: contactIndexes },
  { number: 7, name: 'erasures', sql: erasuresTable },
  { number: 8, name: 'erased deliveries', sql: erasedDeliveries },
  { number: 9, name: 'messages of any subject', sql: messageSubjects },
  { number: 10, name: 'mailed addresses', sql: mailedAddresses },
  { number: 11, name: 'cookie consents', sql: cookieConsentTables },
  { number: 12, name: 'subscriptions', sql: subscriptionTables },
  { number: 13, name: 'messages at a later time', sql: laterDeliveries },
  { number: 14, name: 'replies of partners', sql: partnerReplies },
  { number: 15, name: 'days that partners got leads on', sql: routingDays },
  { number: 16, name: 'prices of leads', sql: routingPrices },
  { number: 17, name: 'saved forms', sql: savedForms },
  { number: 18, name: 'scopes of keys in their order', sql: orderedKeyScopes },
  { number: 19, name: 'feed numbers that are given', sql: givenFeedNumbers },
  { number: 20, name: 'the life of a lead', sql: leadLifecycle },
  { number: 21, name: 'offers', sql: offerTables },
  { number: 22, name: 'tries to change answers', sql: resultsTries },
  { number: 23, name: 'uploads', sql: uploadTables },
  { number: 24, name: 'console', sql: consoleTables },
  { number: 25, name: 'looking leads up', sql: leadLookups },
  { number: 26, name: 'visits of forms', sql: visitTables },
  { number: 27, name: 'uses of keys', sql: keyUses },
  { number: 28, name: 'planned releases', sql: plannedReleases },
  { number: 29, name: 'what can be undone', sql: leadUndos },
]

/** What a migration does on one of the engines. */
export function statementsOn(engine: Storage['engine'], { sql }: Migration): readonly string[] {
  return 'sqlite' in sql ? sql[engine] : sql
}

/** The table that remembers which migrations ran. */
export const migrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)'

/** Plans the migrations of a database whose last one was `applied` (0 for an empty database). */
export function planMigrations(applied: number): MigrationPlan {
  const latest = migrations.length
  if (applied <= latest) return { ok: true, migrations: migrations.slice(applied) }
  // Older code would write rows that lack what newer code relies on.
  const reason =
    `The database has version ${applied}, and this Leadwright supports versions up to ${latest}: ` +
    'start a newer Leadwright, or restore the backup from before the upgrade.'
  return { ok: false, reason }
}

/** For erasing mails that belong to no lead. */
function mailsIndex(): string[] {
  return [
    `CREATE INDEX deliveries_of_mails ON deliveries (subject_id, id) WHERE subject_kind = 'mail' AND payload <> ''`,
  ]
}
