import { memoizeByObject } from '#engine/form/values'
import type { Library } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** The folders that forms are made of, beside site.json and the product's own words. */
const folders = ['forms', 'groups', 'lists', 'consents'] as const

/** All that a form in a language may depend on: where these are the same objects, its versions are the same too. */
export function formSources({ site, pages, words, ...library }: Library): unknown[] {
  const definitions = folders.flatMap((folder) =>
    [...library[folder].values()].flatMap(({ value, own }) => [value, own]),
  )
  const translations = [...words].flatMap(([key, { value }]) => {
    const [, folder = ''] = key.split('/')
    return folder === '' || (folders as readonly string[]).includes(folder) ? [key, value] : []
  })
  // Links lead to their addresses.
  const addresses = [...pages].flatMap(([id, { value }]) => [id, keptAddresses(value, '', () => addressesOf(value))])
  return [site.value, ...definitions, ...translations, ...addresses]
}

const keptAddresses = memoizeByObject<string>()

function addressesOf({ path, paths, locales, draft }: PageDefinition): string {
  return JSON.stringify([path, paths, locales, draft])
}
