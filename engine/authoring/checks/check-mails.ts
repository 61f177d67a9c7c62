import { type DefinitionProblem, didYouMean, type Entry, folders, type Library, type Schemas } from '#engine/library'
import { buttonTo, leaves, type Word, wordsOf } from '#engine/site'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import { checkDestination } from './check-destination.ts'

/** Mails lead somewhere, name what is known, and come from somebody. */
export function checkMails(library: Library, schemas: Schemas): DefinitionProblem[] {
  return [
    ...[...library.mails].flatMap(([id, mail]) => [
      ...checkButtons(id, mail, library),
      ...checkNames(mail.file, wordsOf(schemas, folders.mails.schema, mail.value), namesIn(id, mail.value, library)),
    ]),
    ...[...library.words].flatMap(([key, { file, value }]) => {
      const [, folder, id = ''] = key.split('/')
      const mail = folder === 'mails' && library.mails.get(id)
      return mail ? checkNames(file, leaves(value), namesIn(id, mail.value, library)) : []
    }),
    ...checkSenders(library),
  ]
}

function checkButtons(id: string, { file, value }: Entry<MailDefinition>, library: Library): DefinitionProblem[] {
  const users = [...library.forms.values()].filter(
    ({ value: form }) => !form.draft && folders.mails.isUsedBy?.(form, id),
  )
  const locales = [...new Set(users.flatMap(({ value: form }) => form.locales))]
  const buttons = Object.entries(value.blocks).flatMap(([block, each]) =>
    each.kind === 'button' ? [{ block, ...each }] : [],
  )
  return buttons.flatMap(({ block, page, to }, index): DefinitionProblem[] => {
    const path = ['blocks', block]
    if (index === 0 && page !== undefined && to !== undefined) {
      const message = 'A button leads to one place. Take out "page" or "to".'
      return [{ file, path: [...path, 'to'], on: 'key', message }]
    }
    if (index === 0 && page !== undefined)
      return checkDestination(page, { locales, isDraft: false }, library, { file, path: [...path, 'page'] })
    if (index === 0 && to === undefined) {
      const message = 'This button leads nowhere. Add "page" with the id of a page, or "to".'
      return [{ file, path, on: 'key', message }]
    }
    if (index === 0) return []
    const message = `The button of this mail is "${buttons[0]?.block}" already, and a mail has one. Take one of them out.`
    return [{ file, path, on: 'key', message }]
  })
}

/** What is put into the words of a mail when it is written. Who asks for a link to unsubscribe fills in no form. */
function namesIn(id: string, mail: MailDefinition, library: Library): string[] {
  if (buttonTo(mail) === 'unsubscribe') return ['brand']
  const forms = [...library.forms.values()].map(({ value }) => value)
  const isReceipt = forms.some(({ receipt }) => receipt?.mail === id)
  const isOfOffers = forms.some(({ offers }) => [offers?.mail, offers?.noOffersMail, offers?.expiryMail].includes(id))
  const isOther = isReceipt || forms.some(({ subscription }) => subscription?.confirm === id)
  const names = ['form', 'brand', ...(isReceipt || isOfOffers ? ['reference'] : [])]
  return isOther ? names : [...names, 'date']
}

function checkNames(file: string, words: readonly Word[], known: readonly string[]): DefinitionProblem[] {
  return words.flatMap(({ path, text }) => {
    const unknown = [...text.matchAll(/\{(?!fact:)([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name))?.[1]
    if (unknown === undefined) return []
    const message = `Nothing is put in for {${unknown}}.${didYouMean(unknown, known)}`
    return [{ file, path, on: 'value' as const, message }]
  })
}

/** Every brand may show every form at /forms/<id>. */
function checkSenders({ brands, forms }: Library): DefinitionProblem[] {
  const writing = [...forms]
    .filter(
      ([, { value }]) =>
        value.receipt || value.offers?.mail || value.subscription?.confirm || value.reminder || value.saveAndResume,
    )
    .map(([id]) => `forms/${id}`)
  if (writing.length === 0) return []
  return [...brands.values()].flatMap(({ file, value }): DefinitionProblem[] => {
    if (value.sender !== undefined) return []
    const message = `Forms send mails, and this brand has no sender. Add "sender" with the e-mail address of this brand.`
    return [{ file, path: [], on: 'value', message, with: writing }]
  })
}
