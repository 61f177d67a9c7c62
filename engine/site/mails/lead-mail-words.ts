/** What mails to partners say themselves: `lead` of mails.json. */
export interface LeadMailWords {
  received: string
  agreed: string
  declined: string
  /** Where it came from: the brand, its page and the campaign. */
  from: string
  brand: string
  page: string
}
