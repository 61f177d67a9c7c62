// biome-ignore lint/style/noRestrictedImports: the type of what a repository's sections draw
import type { ReactNode } from 'react'
import type { OwnKind, OwnKindWords, Widget, WidgetParts } from '#engine/form/model'
import type { PartnerLead, UnsubscribedLead } from '#schemas/generated/api/leads.ts'

export type { OwnKind, OwnKindWords, Widget, WidgetParts }

/**
 * What `leadwright.config.ts` exports by default: the files of a repository's own code, by id. Paths count from the
 * config, such as `./channels/crm.ts`.
 * @public
 */
export interface Config {
  /** Kinds of fields, by the `kind` that fields name. Each file exports `defineFieldKind(…)` by default. */
  kinds?: Readonly<Record<string, string>>
  /** Kinds of sections, by the `kind` that sections of pages name. Each file exports `defineSection(…)` by default. */
  sections?: Readonly<Record<string, string>>
  /** Drawings, by the name that `drawing` of sections has. Each is an SVG file. */
  drawings?: Readonly<Record<string, string>>
  /** Photos, by the name that `photo` of sections has. Each is a JPEG or PNG file, which sharp makes smaller. */
  photos?: Readonly<Record<string, string>>
  /** Tags that the head of every page gets. */
  head?: readonly HeadTag[]
  /** Ways to deliver leads, by the `kind` that partners name. Each file exports `defineChannel(…)` by default. */
  channels?: Readonly<Record<string, string>>
}

/**
 * A tag of the head. It loads nothing: scripts of others are declared in the definition of a brand.
 * @public
 */
export type HeadTag =
  | { meta: string; content: string }
  | { link: 'author' | 'license' | 'me' | 'publisher' | 'search'; href: string }

/**
 * A JSON Schema (draft-07) of the keys that a definition may have in addition to its `kind`.
 * @public
 */
export interface OwnKeys {
  /** What it is, in a sentence: editors show it. */
  description: string
  /** Each key's schema. */
  properties: Readonly<Record<string, object>>
  /** The keys that must be there. */
  required?: readonly string[]
}

/**
 * A lead when its payload is written.
 * @public
 */
export interface OutgoingLead {
  /** With the answers as the partner's `map` names them. */
  lead: PartnerLead
  /** The label of the site's domain: `example` for https://www.example.com. */
  site: string
  /** The id of the page; null where the form has none. */
  page: string | null
  /** What the visit's first address said, such as `utm_source`. */
  attribution: Readonly<Record<string, string>>
}

/**
 * A payload on its way.
 * @public
 */
export interface ChannelMessage {
  /** The same at every attempt, so that the receiver can drop repeats. */
  messageId: string
  payload: string
  /** `lead`, or `unsubscribe-notice` where the channel has `unsubscribed`. */
  topic: string
  /** 1 for the first. */
  attempt: number
}

/**
 * The reply to a request.
 * @public
 */
export type ChannelReply = { ok: true; status: number; retryAfter: string | null } | { ok: false; reason: string }

/**
 * What a channel may reach. Addresses of private networks are refused unless the server allows them.
 * @public
 */
export interface ChannelContext {
  /** Reads a variable of the environment. */
  secrets: (variable: string) => string | undefined
  outbound: {
    post(
      url: string,
      request: { headers: Record<string, string>; body: string; timeoutMs: number },
    ): Promise<ChannelReply>
  }
  /** Milliseconds since the epoch. */
  now: () => number
  /** How long one attempt may take. */
  timeoutMs: number
}

/**
 * How an attempt ended. A reply is judged like that of a webhook: 2xx is delivered, 410 ends the delivery, anything else
 * is retried.
 * @public
 */
export type ChannelOutcome =
  | ChannelReply
  | { kind: 'delivered'; externalId?: string }
  /** The partner does not want the lead: the next partner gets it. */
  | { kind: 'rejected'; error: string }
  /** It can never be delivered. */
  | { kind: 'gone'; error: string }
  /** Something in the environment is missing: it uses up no attempt. */
  | { kind: 'waiting'; error: string }
  | { kind: 'failed'; error: string; retryAfter: string | null }

/**
 * A way to deliver leads, whose definitions have the keys `D` in addition to their `kind`.
 * @public
 */
export interface Channel<D extends object = Readonly<Record<string, unknown>>> {
  /** The keys of its definitions. */
  schema: OwnKeys
  /** What is stored with the lead: every attempt sends exactly this. Called once, before the visitor gets a reply. */
  payload(outgoing: OutgoingLead, definition: D): string
  /** What tells the partner that a person has unsubscribed; null for nothing. */
  unsubscribed?(outgoing: { lead: UnsubscribedLead; address: string | null }, definition: D): string | null
  /** The variables of the environment that the delivery waits for. */
  missingSecrets?(definition: D, secrets: ChannelContext['secrets']): { variable: string; lack: string }[]
  /** One attempt. An error that it throws is retried. */
  send(message: ChannelMessage, definition: D, context: ChannelContext): Promise<ChannelOutcome>
}

/**
 * What the component of a section is drawn with.
 * @public
 */
export interface SectionProps<K extends object = Readonly<Record<string, unknown>>> {
  /** Its keys, with their texts in the language of the page, and the id that it has on the page. */
  section: K & { id: string }
  locale: string
  /** That of the page. */
  market: { country: string; currency: string; timeZone: string }
  /** The section's own words in the language. */
  words: Readonly<Record<string, string>>
  /** The address of a page by its id; null where visitors of this page cannot go there. */
  pathOf: (page: string) => string | null
  /** A text with its links, such as `[our prices](page:prices)`. */
  linked: (text: string) => ReactNode
}

/**
 * A kind of section, whose definitions have the keys `K` in addition to their `kind`.
 * @public
 */
export interface Section<K extends object = Readonly<Record<string, unknown>>> {
  /**
   * The keys of its definitions. Texts that visitors read have `"words": true`, and those with links `"links": true`.
   * `title` and `text` are drawn by the product, above what the component draws.
   */
  schema: OwnKeys
  /** Drawn by the server alone: it has no handlers and no effects. */
  component: (props: SectionProps<K>) => ReactNode
  /**
   * The file of a script for browsers, which counts from this one. It exports a function by default, which is called with
   * the element around what the component has drawn, and may return what ends it.
   */
  island?: string
  /** The section's own words, such as the labels of buttons: by language, then by name. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * The type of `leadwright.config.ts`.
 * @public
 */
export function defineConfig(config: Config): Config {
  return config
}

/**
 * The type of a field kind's file.
 * @public
 */
export function defineFieldKind(kind: OwnKind): OwnKind {
  return kind
}

/**
 * The type of a channel's file.
 * @public
 */
export function defineChannel<D extends object = Readonly<Record<string, unknown>>>(channel: Channel<D>): Channel<D> {
  return channel
}

/**
 * The type of a section's file.
 * @public
 */
export function defineSection<K extends object = Readonly<Record<string, unknown>>>(section: Section<K>): Section<K> {
  return section
}
