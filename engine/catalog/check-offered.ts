import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { PlacedField } from './placed-fields.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Entry } from './source.ts'

/** Fields, steps and consents that name a language which the form lacks: they would silently never be asked there. */
export function checkOffered(
  { file, value }: Entry<FormDefinition>,
  fields: readonly PlacedField[],
): DefinitionProblem[] {
  const lacking = (locales: readonly string[] | undefined, at: Place) =>
    lackingLanguages(value.locales, locales, { ...at, of: 'form', never: 'asked' })
  return [
    ...Object.entries(value.steps).flatMap(([id, { locales }]) =>
      lacking(locales, { file, path: ['steps', id], what: `step "${id}"` }),
    ),
    // A group serves forms in other languages too.
    ...fields
      .filter((placed) => placed.file === file)
      .flatMap(({ id, field, path }) => lacking(field.locales, { file, path, what: `field "${id}"` })),
    ...Object.entries(value.consents ?? {}).flatMap(([id, { locales }]) =>
      lacking(locales, { file, path: ['consents', id], what: `consent "${id}"` }),
    ),
  ]
}

/** The same for the sections of a page. */
export function checkShown({ file, value }: Entry<PageDefinition>): DefinitionProblem[] {
  return Object.entries(value.sections).flatMap(([id, { locales }]) => {
    const at = { file, path: ['sections', id], what: `section "${id}"`, of: 'page', never: 'shown' }
    return lackingLanguages(value.locales, locales, at)
  })
}

interface Place {
  file: string
  path: readonly string[]
  what: string
}

function lackingLanguages(
  offered: readonly string[],
  locales: readonly string[] | undefined,
  { file, path, what, of, never }: Place & { of: string; never: string },
): DefinitionProblem[] {
  return (locales ?? []).flatMap((locale, index) => {
    if (offered.includes(locale)) return []
    const message = `The ${of} is not offered in "${locale}", so the ${what} is never ${never} there. Add the language to the ${of} or take it out here.`
    return [{ file, path: [...path, 'locales', String(index)], on: 'value' as const, message }]
  })
}
