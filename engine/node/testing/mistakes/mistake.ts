/** A mistake to plant in the small tree, and what must be said of it. */
export type Mistake = readonly [
  name: string,
  file: string,
  /** The text that is replaced; '' where the whole file is written. */
  find: string,
  /** What stands there instead. ¦ marks the place that must be named; where it lies elsewhere, `at` says so. */
  put: string,
  says: string,
  /** The file and the text in it that must be named, where that is not the place of the mistake itself. */
  at?: readonly [file: string, text: string],
]

export const site = 'definitions/site.json'
export const moon = 'definitions/brands/moon.json'
export const form = 'definitions/forms/solar.json'
export const variant = 'definitions/forms/solar_2.json'
export const group = 'definitions/groups/contact.json'
export const page = 'definitions/pages/solar.json'
export const pageVariant = 'definitions/pages/solar-2.json'
export const block = 'definitions/blocks/ways.json'
export const privacy = 'definitions/pages/privacy.json'
export const layout = 'definitions/layouts/default.json'
export const menu = 'definitions/menus/main.json'
export const partner = 'definitions/partners/acme.json'
export const german = 'locales/de/forms/solar.json'
