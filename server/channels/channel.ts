import type { SentFile } from '#engine/form/lead'
import type { Answers, ResolvedForm, UploadedFile } from '#engine/form/model'
import type { Brand, LeadMailWords } from '#engine/site'
import type { PartnerLead, UnsubscribedLead } from '#schemas/generated/api/leads.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import type { AttemptOutcome, ClaimedDelivery } from '#server/leads'
import type { Mailer, Outbound, OutboundAnswer } from '#server/outbound'

/** That a try failed, and is made again. @param retryAfter what the partner's header says of that */
export function failed(error: string, retryAfter: string | null = null): AttemptOutcome {
  return { kind: 'failed', error, retryAfter }
}

/** A lead on its way to one partner, as it is when its payload is made. */
export interface Outgoing {
  /** Named and mapped as the partner has it. */
  lead: PartnerLead
  form: ResolvedForm
  answers: Answers
  /** Makes an uploaded file what partners get. */
  sendFile: (file: UploadedFile) => SentFile
  ip: string | null
  /** The label of the site's domain: `example` for https://www.example.com. */
  site: string
  /** Where it was given: on which brand, and which of its pages. */
  brand: Brand
  page: string | null
  /** What the visit's first address said. */
  attribution: Readonly<Record<string, string>>
  /** What mails about leads say themselves, in the lead's language; most leads go by no mail. */
  words: () => LeadMailWords
}

/** That somebody has unsubscribed, on its way to a partner that had the lead. */
export interface OutgoingUnsubscription {
  /** Named and mapped as the partner has it: of the answers the address alone. */
  lead: UnsubscribedLead
  /** The form's title. */
  title: string
  address: string | null
}

/** That a visitor chose an offer, on its way to the partner that made it. */
export interface OutgoingChoice {
  /** The lead's id. */
  id: string
  form: string
  locale: string
  /** The id of the offer. */
  offer: string
  /** ISO 8601. */
  chosenAt: string
}

/** What a try needs to know and reach. */
export interface SendContext {
  /** Reads a secret by the name of its variable. */
  secrets: (variable: string) => string | undefined
  outbound: Outbound
  /** null when no SMTP_URL is set. */
  mailer: Mailer | null
  /** The tariff tables as the definitions have them now, by id. */
  tariffs: () => ReadonlyMap<string, TariffTable>
  now: () => number
  timeoutMs: number
}

/** A variable that a delivery needs, and what is wrong with it: `is not set`. */
export interface MissingSecret {
  variable: string
  lack: string
}

/** A way to deliver, whose definitions are `D`. */
export interface DeliveryKind<D extends DeliveryDefinition = DeliveryDefinition> {
  /** The page waits for the first try, and says how it went. */
  isAwaited?: boolean
  /** A try makes no call and is over at once: the page waits a moment for the first one, whatever comes of it. */
  isImmediate?: boolean
  /** What is kept when the lead is stored: every try sends just this. */
  payload(outgoing: Outgoing, definition: D): string
  /** What tells a partner that had the lead that its person has withdrawn; null where its definition has no request for it. */
  unsubscribed?(outgoing: OutgoingUnsubscription, definition: D): string | null
  /** What tells a partner that one of its offers was chosen; null where its definition has no request for it. */
  chosen?(choice: OutgoingChoice, definition: D): string | null
  /** The variables that such a delivery needs and that are not there, or not as they should be. */
  missingSecrets?(definition: D, secrets: SendContext['secrets']): MissingSecret[]
  /** One try. `messageId` is the same at every try. Left out for what partners fetch themselves. */
  send?(claimed: ClaimedDelivery & { messageId: string }, definition: D, context: SendContext): Promise<AttemptOutcome>
}

/** Each kind by its name, with the definitions that are its own. */
export type DeliveryKinds = {
  readonly [K in DeliveryDefinition['kind']]: DeliveryKind<Extract<DeliveryDefinition, { kind: K }>>
}

/** A delivery waits for a variable that operators have yet to set, or to set right. */
export function waitsFor({ variable, lack }: MissingSecret): AttemptOutcome {
  return { kind: 'waiting', error: `The variable ${variable} ${lack}.` }
}

export function unset(variable: string): MissingSecret {
  return { variable, lack: 'is not set' }
}

/** Standard Webhooks: 2xx is success, 410 asks to stop, all else, redirects included, is a failure. */
export function judge(answer: OutboundAnswer, isSuccess = (status: number) => status >= 200 && status < 300) {
  if (!answer.ok) return failed(answer.reason)
  const { status, retryAfter } = answer
  if (isSuccess(status)) return { kind: 'delivered' as const }
  if (status === 410) return { kind: 'gone' as const, error: 'The partner responded with 410 (Gone).' }
  const redirect = status >= 300 && status < 400
  return failed(`The partner responded with ${status}${redirect ? '; redirects are not followed' : ''}.`, retryAfter)
}
