/** When partners got a lead, on their own calendar: what a refusal gives back, and where a lead is counted. */
export const routingDays: readonly string[] = [
  'ALTER TABLE routings ADD COLUMN day TEXT',
  // Those of before are counted on the day in UTC on which they came.
  `UPDATE routings SET day = (SELECT substr(received_at, 1, 10) FROM leads WHERE id = routings.lead_id)
    WHERE taken = 1`,
]
