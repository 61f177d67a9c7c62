import { differences } from './build.ts'
import type { Channel, ChannelOutcome, OutgoingLead } from './define.ts'

/**
 * What became of a lead that was sent by a channel.
 * @public
 */
export interface TriedChannel {
  payload: string
  /** The requests of the attempt, in order. None leaves this machine. */
  requests: { url: string; headers: Record<string, string>; body: string }[]
  outcome: ChannelOutcome
}

/**
 * What a channel is tried with. A variable of the environment that is left out is not set.
 * @public
 */
export interface ChannelTrial {
  answers?: Readonly<Record<string, unknown>>
  secrets?: Readonly<Record<string, string>>
  /** The status that every request is replied to with. 200 when left out. */
  status?: number
}

/**
 * Sends a lead by a channel, as the server would; its requests are answered here.
 * @param definition - of a delivery, without its `kind`
 * @public
 */
export async function tryChannel<D extends object>(
  channel: Channel<D>,
  definition: D,
  { answers = {}, secrets = {}, status = 200 }: ChannelTrial = {},
): Promise<TriedChannel> {
  const outgoing: OutgoingLead = {
    lead: {
      id: '019ac3f0-0000-7000-8000-000000000000',
      form: 'contact',
      locale: 'en',
      receivedAt: '2026-01-31T12:00:00.000Z',
      test: true,
      data: answers,
    },
    site: 'example',
    page: 'home',
    attribution: {},
  }
  const payload = channel.payload(outgoing, definition)
  const requests: TriedChannel['requests'] = []
  const outcome = await channel.send({ messageId: outgoing.lead.id, payload, topic: 'lead', attempt: 1 }, definition, {
    secrets: (variable) => secrets[variable],
    outbound: {
      async post(url, { headers, body }) {
        requests.push({ url, headers, body })
        return { ok: true, status, retryAfter: null }
      },
    },
    now: () => Date.parse(outgoing.lead.receivedAt),
    timeoutMs: 10_000,
  })
  return { payload, requests, outcome }
}

/**
 * Judges some thousand texts with a field kind as Node runs it, and as browsers run what Vite builds of it.
 * @param file - of the kind, from the current folder
 * @returns a sentence for each function that differs or contradicts itself; none where all is well
 * @public
 */
export function tryKind(file: string): Promise<string[]> {
  return differences('.', file)
}

/**
 * How a section was drawn.
 * @public
 */
export interface TriedSection {
  /** What is inside the section, without its title; empty where it cannot be drawn. */
  html: string
  /** A sentence for each mistake in the keys, and for what pages would block. None where all is well. */
  problems: string[]
}

/**
 * Draws a section as the server would, and checks its keys and what it draws. `npx leadwright test` tries each page with
 * such a section in a browser, with and without JavaScript.
 * @param file - of the section, from the current folder
 * @param keys - of its definition, without its `kind`
 * @public
 */
export async function trySection(
  file: string,
  keys: Readonly<Record<string, unknown>>,
  { locale = 'en', id = 'section' }: { locale?: string; id?: string } = {},
): Promise<TriedSection> {
  const { drawnAlone } = await import('./sections.ts')
  return drawnAlone(file, keys, { locale, id })
}
