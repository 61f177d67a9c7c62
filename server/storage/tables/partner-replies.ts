/** What partners answer to a lead: their own id of it, kept with the delivery. */
export const partnerReplies: readonly string[] = ['ALTER TABLE deliveries ADD COLUMN reference TEXT']
