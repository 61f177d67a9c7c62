import { mergePatch } from '#engine/core/definition/merge-patch.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../definition-problem.ts'
import type { Entry, Library } from '../../sources/source.ts'
import { reference } from '../check-references.ts'
import { writtenFields } from './written-fields.ts'

/** Who subscribes has an address, and the mail that asks to confirm is one, with the button for it. */
export function checkSubscription(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const own = { value, written: value.subscription, path: ['subscription'] }
  const ruled = rules.map(([locale, rule]) => ({
    value: mergePatch(value, rule) as FormDefinition,
    written: rule.subscription,
    path: ['localeRules', locale, 'subscription'],
  }))
  return [own, ...ruled].flatMap(({ value, written, path }): DefinitionProblem[] => {
    if (!written) return []
    if (!writtenFields({ ...form, value }, library).some(({ field }) => field.kind === 'email')) {
      const message = `The form asks for no e-mail address, so nobody can subscribe with it. Add a field of the kind "email", or take the subscription out.`
      return [{ file, path, on: 'key', message }]
    }
    const { confirm } = written
    return typeof confirm === 'string' ? checkMail(confirm, library, { file, path: [...path, 'confirm'] }) : []
  })
}

function checkMail(id: string, library: Library, at: { file: string; path: readonly string[] }): DefinitionProblem[] {
  const blocks = Object.values(library.mails.get(id)?.value.blocks ?? {})
  if (blocks.length === 0 || blocks.some((block) => 'to' in block && block.to === 'confirm'))
    return reference(library, 'mails', id, { ...at, on: 'value' })
  const message = `The mail "${id}" has no button to confirm, so nobody could subscribe. Give it a block { "kind": "button", "label": "…", "to": "confirm" }.`
  return [{ ...at, on: 'value', message }]
}
