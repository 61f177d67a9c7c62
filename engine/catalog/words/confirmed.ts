/** Source hashes that translators have confirmed: definition (forms/home-insurance) → path → hash. */
export type Confirmed = Record<string, Record<string, string>>

/** The file of a language that holds the confirmed hashes, beside its translations. */
export const confirmedFile = 'sources'
