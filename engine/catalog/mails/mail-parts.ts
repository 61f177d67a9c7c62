import { type WordLink, withTargets, wordParts } from '#engine/core/definition/links.ts'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import type { MailBlock } from '#schemas/generated/mail-block.ts'
import type { MailList } from '#schemas/generated/mails/list.ts'

/** An entry of a list: an answer below its question, or a text alone. */
export interface MailItem {
  name?: string
  text: string
}

/** What the words of a mail are filled with. */
export interface MailFacts {
  /** By what stands in braces in its words. */
  names: { form: string; brand: string }
  /** The whole address of a page, with the origin; null where there is none. */
  addressOf: (page: string) => string | null
}

/** What stands in its lists. */
export type MailLists = Readonly<Record<MailList['of'], readonly MailItem[]>>

/** A part of a mail as it is written, in HTML and in plain text. */
export type MailPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; parts: readonly (string | WordLink)[] }
  | { kind: 'list'; title: string; items: readonly MailItem[] }
  | { kind: 'button'; label: string; href: string }

/** A mail that is only to be written. */
export interface ComposedMail {
  locale: string
  /** One line. */
  subject: string
  parts: readonly MailPart[]
}

/** A mail but for its lists, the same for every lead of a form. */
export interface MailFrame extends Omit<ComposedMail, 'parts'> {
  parts: readonly (Exclude<MailPart, { kind: 'list' }> | MailList)[]
}

/** @param mail with its words in the language */
export function frameMail(mail: MailDefinition, locale: string, { names, addressOf }: MailFacts): MailFrame {
  const linked = withTargets(mail, (target) => addressOf(target.replace(/^page:/, '')))
  const fill = (text: string) => text.replace(/\{(form|brand)\}/g, (_, name: keyof typeof names) => names[name])
  const partOf = (block: MailBlock): MailFrame['parts'] => {
    switch (block.kind) {
      case 'heading':
        return [{ kind: 'heading', text: fill(block.text) }]
      case 'text':
        return [{ kind: 'text', parts: wordParts(fill(block.text)) }]
      case 'list':
        return [{ ...block, title: fill(block.title), ...(block.none !== undefined && { none: fill(block.none) }) }]
      case 'button': {
        const href = addressOf(block.page)
        return href === null ? [] : [{ kind: 'button', label: fill(block.label), href }]
      }
    }
  }
  return {
    locale,
    // A line break would begin another header.
    subject: fill(linked.subject).replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, ' '),
    parts: Object.values(linked.blocks).flatMap(partOf),
  }
}

/** The mail of one lead. */
export function composeMail({ parts, ...frame }: MailFrame, lists: MailLists): ComposedMail {
  const filled = parts.flatMap((part): MailPart[] => {
    if (part.kind !== 'list') return [part]
    const none = part.none === undefined ? [] : [{ text: part.none }]
    const items = lists[part.of].length > 0 ? lists[part.of] : none
    return items.length > 0 ? [{ kind: 'list', title: part.title, items }] : []
  })
  return { ...frame, parts: filled }
}
