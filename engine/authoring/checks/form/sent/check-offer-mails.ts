import { mergePatch } from '#engine/form/model'
import { type DefinitionProblem, type Entry, type Library, reference, writtenFields } from '#engine/library'
import { buttonTo } from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { MailDefinition } from '#schemas/generated/mail.ts'

const keys = ['mail', 'noOffersMail', 'expiryMail'] as const

type Key = (typeof keys)[number]

/** Whether a mail lists the offers of a visitor, or leads to their page. */
export function offersIn(mail: MailDefinition): boolean {
  const lists = Object.values(mail.blocks).some((block) => block.kind === 'list' && block.of === 'offers')
  return lists || buttonTo(mail) === 'offers'
}

/** Mails about offers exist, lead to the page of offers, and have a recipient. */
export function checkOfferMails(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const own = { value, written: value.offers, path: ['offers'] }
  const ruled = rules.map(([locale, rule]) => ({
    value: mergePatch(value, rule) as FormDefinition,
    written: rule.offers,
    path: ['localeRules', locale, 'offers'],
  }))
  return [own, ...ruled].flatMap(({ value: whole, written, path }) =>
    keys.flatMap((key): DefinitionProblem[] => {
      const id = written?.[key]
      if (typeof id !== 'string') return []
      const at = { file, path: [...path, key] }
      if (!writtenFields({ ...form, value: whole }, library).some(({ field }) => field.kind === 'email')) {
        const message = `The form asks for no e-mail address, so this mail has no recipient. Add a field of the kind "email", or remove "${key}".`
        return [{ ...at, on: 'key', message }]
      }
      if (key === 'noOffersMail' && whole.offers?.mail === undefined) {
        const message = `This mail is sent in place of the mail with the offers, and the form has none. Add "mail" with the id of one.`
        return [{ ...at, on: 'key', message }]
      }
      return checkMail(id, key, library, at)
    }),
  )
}

function checkMail(
  id: string,
  key: Key,
  library: Library,
  at: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const mail = library.mails.get(id)?.value
  if (!mail) return reference(library, 'mails', id, { ...at, on: 'value' })
  const say = (message: string): DefinitionProblem[] => [{ ...at, on: 'value', message }]
  const foreign = Object.entries(mail.blocks).find(([, block]) => block.kind === 'list' && block.of !== 'offers')?.[0]
  if (foreign !== undefined)
    return say(
      `The mail "${id}" has the list "${foreign}", which is filled in a receipt only. Name another mail, or take the list out of it.`,
    )
  if (buttonTo(mail) !== 'offers')
    return say(
      `The mail "${id}" has no button to the page of offers. Add a block { "kind": "button", "label": "…", "to": "offers" }.`,
    )
  const lists = Object.values(mail.blocks).some((block) => block.kind === 'list')
  if (key !== 'noOffersMail' && !lists)
    return say(`The mail "${id}" lists no offers. Add a block { "kind": "list", "of": "offers", "title": "…" }.`)
  return []
}
