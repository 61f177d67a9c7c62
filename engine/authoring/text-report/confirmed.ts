/** Hashes of the source texts that translators have confirmed one definition's translation of: path → hash. */
export type Confirmed = Readonly<Record<string, string>>

/** Finds what was confirmed of a definition in a language, by where it stands (pages/finance/loan); undefined where nothing was. */
export type ConfirmedOf = (locale: string, place: string) => Confirmed | undefined

/** Where they stand in a language's folder, mirrored: locales/de/confirmed/forms/home-insurance.json. */
export const confirmedFolder = 'confirmed'
