import { type WordLink, withTargets, wordParts } from '#engine/form/model'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import type { MailBlock } from '#schemas/generated/mail-block.ts'
import type { MailButton } from '#schemas/generated/mails/button.ts'
import type { MailList } from '#schemas/generated/mails/list.ts'
import type { MailColours } from './mail-colours.ts'

/** An entry of a list: an answer below its question, or a text alone. */
export interface MailItem {
  name?: string
  text: string
  /** What accompanies it. */
  more?: string
  /** Whether it may have been typed: no program is to make a link of it. */
  isTyped?: boolean
}

/** What stands in its lists. */
export type MailLists = Readonly<Partial<Record<MailList['of'], readonly MailItem[]>>>

/** What is said of a list above it, such as the rule of its order. */
export type MailNotes = Readonly<Partial<Record<MailList['of'], string>>>

/** Addresses with a token that is this mail's alone. */
export interface MailLinks {
  confirm?: string
  unsubscribe?: string
  goOn?: string
  offers?: string
}

/** What a mail is filled with. */
export interface MailFacts {
  /** By what stands in braces in its words. */
  names: { form: string; brand: string; date?: string; reference?: string }
  /** The whole address of a page by its id or its path, with the origin; null where there is none. */
  addressOf: (place: string) => string | null
  lists?: MailLists
  notes?: MailNotes
  links?: MailLinks
  /** What the last lines say: who runs the brand, and what the link to unsubscribe is called. */
  closing?: { company: string | null; unsubscribe: string }
  colours?: MailColours
}

/** A part of a mail as it is written, in HTML and in plain text. */
export type MailPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; parts: readonly (string | WordLink)[] }
  | { kind: 'list'; title: string; note?: string; items: readonly MailItem[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'closing'; company: string | null; unsubscribe: WordLink | null }

/** A mail that is only to be written. */
export interface ComposedMail {
  locale: string
  /** One line. */
  subject: string
  parts: readonly MailPart[]
  /** Whose mail it is; those that versions before composed do not say. */
  brand?: { name: string; colours: MailColours }
}

/** @param mail with its words in the language */
export function composeMail(mail: MailDefinition, locale: string, facts: MailFacts): ComposedMail {
  const { names, addressOf, lists, notes, links = {}, closing, colours } = facts
  const linked = withTargets(mail, (target) => addressOf(target.replace(/^page:/, '')))
  const fill = (text: string) =>
    text.replace(/\{(form|brand|date|reference)\}/g, (_, name: keyof typeof names) => names[name] ?? '')
  const partOf = (block: MailBlock): MailPart[] => {
    switch (block.kind) {
      case 'heading':
        return [{ kind: 'heading', text: fill(block.text) }]
      case 'text':
        return [{ kind: 'text', parts: wordParts(fill(block.text)) }]
      case 'list': {
        const none = block.none === undefined ? [] : [{ text: fill(block.none) }]
        const known = lists?.[block.of] ?? []
        const items = known.length > 0 ? known : none
        if (items.length === 0) return []
        const note = notes?.[block.of]
        return [{ kind: 'list', title: fill(block.title), ...(note !== undefined && { note }), items }]
      }
      case 'button': {
        const href = (block.to === undefined ? addressOf(block.page ?? '') : links[block.to]) ?? null
        return href === null ? [] : [{ kind: 'button', label: fill(block.label), href }]
      }
    }
  }
  const blocks = Object.values(linked.blocks)
  // Who is led there by the button needs no second link.
  const isLed = blocks.some((block) => block.kind === 'button' && block.to === 'unsubscribe')
  const target = isLed ? undefined : links.unsubscribe
  const unsubscribe = closing && target !== undefined ? { label: fill(closing.unsubscribe), target } : null
  const company = closing?.company ?? null
  const hasClosing = company !== null || unsubscribe !== null
  return {
    locale,
    // A line break would begin another header.
    subject: fill(linked.subject).replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, ' '),
    parts: [...blocks.flatMap(partOf), ...(hasClosing ? [{ kind: 'closing' as const, company, unsubscribe }] : [])],
    ...(colours && { brand: { name: names.brand, colours } }),
  }
}

/** What the link of a mail's button does; undefined for one that leads to a page, and where there is none. */
export function buttonTo({ blocks }: MailDefinition): MailButton['to'] {
  const button = Object.values(blocks).find((block) => block.kind === 'button')
  return button?.page === undefined ? button?.to : undefined
}
