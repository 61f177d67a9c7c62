import { isChosen } from '#engine/form/lead'
import { kindNamed, mergePatch } from '#engine/form/model'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  type Library,
  reference,
  type WrittenField,
  writtenFields,
} from '#engine/library'
import { buttonTo } from '#engine/site'
import type { FieldDefinition, FormDefinition } from '#schemas/generated/form.ts'
import type { Market } from '#schemas/generated/site.ts'

/** A receipt as a form has it, or a language's patch on it. */
interface Written {
  mail?: string | null
  answers?: readonly string[] | null
}

/** A receipt is a mail that there is, goes to somebody, and repeats nothing that people write themselves. */
export function checkReceipt(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const ruled = rules.map(([, rule]) => ({ file, value: mergePatch(value, rule) as FormDefinition }))
  const base = form.variantOf !== undefined && library.forms.get(form.variantOf)
  // What a variant or a language takes out of the form is not repeated there, and no mistake.
  const fields = [form, ...ruled, ...(base ? [base] : [])].flatMap((each) => writtenFields(each, library))
  const written: [Written | null | undefined, string[]][] = [
    [value.receipt, ['receipt']],
    ...rules.map(([locale, { receipt }]): [Written | null | undefined, string[]] => [
      receipt,
      ['localeRules', locale, 'receipt'],
    ]),
  ]
  return written.flatMap(([receipt, path]) => (receipt ? checkOne(receipt, fields, library, { file, path }) : []))
}

function checkOne(
  { mail, answers }: Written,
  fields: readonly WrittenField[],
  library: Library,
  { file, path }: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const at = { file, path: [...path, 'mail'], on: 'value' as const }
  const found = typeof mail !== 'string' ? [] : [...reference(library, 'mails', mail, at), ...linkless(mail)]
  if (!fields.some(({ field }) => field.kind === 'email')) {
    const message = `The form asks for no e-mail address, so the receipt goes to nobody. Add a field of the kind "email", or take the receipt out.`
    return [...found, { file, path, on: 'key', message }]
  }
  const [market] = Object.values(library.site.value.locales)
  const ids = [...new Set(fields.map(({ id }) => id))]
  const refused = (answers ?? []).flatMap((id, index) => {
    const named = fields.filter((field) => field.id === id)
    const message =
      named.length === 0
        ? `The form has no field "${id}".${didYouMean(id, ids)}`
        : named.every(({ field }) => market && isTold(field, market))
          ? null
          : `People answer "${id}" in words of their own, and a receipt repeats none: whoever gets it may not be who wrote them. Take it out; options, numbers, dates, amounts and yes or no may stand there.`
    return message === null ? [] : [{ file, path: [...path, 'answers', String(index)], on: 'value' as const, message }]
  })
  return [...found, ...refused]

  /** Nobody subscribes by a receipt, so there is no link that its button could have. */
  function linkless(id: string): DefinitionProblem[] {
    const definition = library.mails.get(id)?.value
    const to = definition && buttonTo(definition)
    if (to === undefined) return []
    const does = to === 'goOn' ? 'go on with a saved form' : `${to} a subscription`
    const message = `The button of the mail "${id}" is to ${does}, and a receipt has none. Name another mail.`
    return [{ ...at, message }]
  }
}

function isTold({ kind, options, type = 'string' }: FieldDefinition, market: Market): boolean {
  if (options) return true
  return isChosen({ kind: kind ?? null, schema: kindNamed(kind ?? null)?.schema(market) ?? { type } })
}
