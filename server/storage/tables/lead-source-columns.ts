/** How a lead came, why it waits, and whose idempotency key it holds. */
export const leadSourceColumns: readonly string[] = [
  // page: from a form of ours, with or without JavaScript; api: from another program.
  "ALTER TABLE leads ADD COLUMN via TEXT NOT NULL DEFAULT 'api'",
  "UPDATE leads SET via = 'page' WHERE page IS NOT NULL",
  // Why it looks made by a program; an operator who releases the lead takes it away.
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
