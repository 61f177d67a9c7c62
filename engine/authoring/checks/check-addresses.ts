import type { PageDefinition } from '#schemas/generated/page.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import { whichLanguage } from '../../library/languages.ts'
import type { Entry, Library } from '../../library/source.ts'
import { reservedAddresses } from '../../site/addresses/reserved-addresses.ts'

/** Every address of a page, present or former, in any language, is one that the server leaves to pages. */
export function checkAddresses({ file, value }: Entry<PageDefinition>, { site }: Library): DefinitionProblem[] {
  const { locales, path, paths = {}, formerPaths = [] } = value
  const all: [string, readonly string[]][] = [
    [path, ['path']],
    ...Object.entries(paths).map(([locale, each]): [string, string[]] => [each, ['paths', locale]]),
    ...formerPaths.map((each, index): [string, string[]] => [each, ['formerPaths', String(index)]]),
  ]
  const taken = all.flatMap(([address, place]) => {
    const first = address.split('/')[1] ?? ''
    const message = Object.hasOwn(site.value.locales, first)
      ? `Addresses under /${first} are those of the language "${first}". Leave the prefix out: it is added.`
      : `Addresses under /${first} are the server's own. Choose another path.`
    const isTaken = Object.hasOwn(site.value.locales, first) || (reservedAddresses as readonly string[]).includes(first)
    return isTaken ? [{ file, path: place, on: 'value' as const, message }] : []
  })
  const strange = Object.keys(paths).filter((locale) => !locales.includes(locale))
  return [
    ...taken,
    ...strange.map((locale) => ({
      file,
      path: ['paths', locale],
      on: 'key' as const,
      message: `The page is not offered in "${locale}", so this is no address.${whichLanguage(locale, locales)}`,
    })),
  ]
}
