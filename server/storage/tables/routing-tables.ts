/** Who got a lead and why, what the next decision depends on, and what became of leads later. */
export const routingTables: readonly string[] = [
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
