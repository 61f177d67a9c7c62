/** For erasing what a lead left with partners, and for what no partner counts any more. */
export const contactIndexes: readonly string[] = [
  'CREATE INDEX partner_contacts_by_lead ON partner_contacts (lead_id)',
  'CREATE INDEX partner_contacts_by_time ON partner_contacts (seen_at)',
]
