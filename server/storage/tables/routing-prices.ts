/** What partners pay for a lead, as it was agreed when they got it: hundredths of a currency's unit. */
export const routingPrices: readonly string[] = [
  'ALTER TABLE routings ADD COLUMN price INTEGER',
  'ALTER TABLE routings ADD COLUMN currency TEXT',
]
