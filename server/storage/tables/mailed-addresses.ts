/**
 * Which addresses got a mail of ours in the last day, as keyed hashes: nobody shall fill a stranger's inbox. Two that are
 * counted at once take the same number, so that one of them gives way.
 */
export const mailedAddresses: readonly string[] = [
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
