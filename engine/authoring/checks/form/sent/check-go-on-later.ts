import type { FormDefinition } from '#schemas/generated/form.ts'
import { reference } from '../../../../library/check-references.ts'
import type { DefinitionProblem } from '../../../../library/definition-problem.ts'
import type { Entry, Library } from '../../../../library/source.ts'
import { buttonTo } from '../../../../site/mails/button-to.ts'

/** Who saves a form gets a mail that there is, with the link to go on. */
export function checkGoOnLater({ file, value }: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const rules = Object.entries(value.localeRules ?? {})
  const written = [
    { mail: value.goOnLater?.mail, path: ['goOnLater', 'mail'] },
    ...rules.map(([locale, rule]) => ({
      mail: rule.goOnLater?.mail,
      path: ['localeRules', locale, 'goOnLater', 'mail'],
    })),
  ]
  return written.flatMap(({ mail: id, path }): DefinitionProblem[] => {
    if (typeof id !== 'string') return []
    const at = { file, path, on: 'value' as const }
    const mail = library.mails.get(id)?.value
    if (!mail) return reference(library, 'mails', id, at)
    if (buttonTo(mail) !== 'goOn') {
      const message = `The mail "${id}" has no button to go on, so nobody could. Give it a block { "kind": "button", "label": "…", "to": "goOn" }.`
      return [{ ...at, message }]
    }
    const list = Object.entries(mail.blocks).find(([, { kind }]) => kind === 'list')?.[0]
    if (list === undefined) return []
    const message = `The mail "${id}" has the list "${list}", which is filled in a receipt only. Name another mail, or take the list out of it.`
    return [{ ...at, message }]
  })
}
