import { setTimeout as sleep } from 'node:timers/promises'
import { validAnswers } from './running-server.ts'

/** One answer to one try: `status` is null when none came. */
export interface Answer {
  status: number | null
  /** The lead's id, when the answer says that it is stored. */
  id: string | null
  /** Whether the answer leaves open what became of the lead. */
  isOpen: boolean
  /** When it was sent, on the clock of `performance.now()`. */
  at: number
  milliseconds: number
}

/** A lead that was sent, under a key of its own, and all that was answered about it. */
export interface SentLead {
  key: string
  answers: Answer[]
}

/** Leads on their way to a server, at a steady rate. */
export interface LeadStream {
  readonly sent: readonly SentLead[]
  /** Sends no more, and resolves when every answer is here. */
  end(): Promise<readonly SentLead[]>
}

/** What a fault test or its short form puts on a server. */
export interface Load {
  /** Leads a second. */
  perSecond: number
  /** How long the whole takes about, in seconds: commands and restarts may need longer. */
  seconds: number
}

export interface StreamOptions {
  /** Leads a second, whatever the server answers. */
  perSecond?: number
  /** For how long at most, in seconds. */
  seconds?: number
  /** Without keys the server decides what a repeat is; the stream still tells its leads apart. */
  withKeys?: boolean
}

/** Longer than the server may take for any answer, in ms. */
const deadlineMs = 20_000

let streams = 0

/** Sends valid leads at a steady rate. @param origin where the server is now: it may move while it restarts */
export function streamLeads(
  origin: () => string,
  { perSecond = 200, seconds = 60, withKeys = true }: StreamOptions = {},
): LeadStream {
  streams += 1
  const name = `stream-${process.pid}-${streams}`
  const sent: SentLead[] = []
  const underWay = new Set<Promise<void>>()
  const most = perSecond * seconds
  const begun = performance.now()
  let isOver = false

  async function run(): Promise<void> {
    while (!isOver && sent.length < most) {
      const due = Math.min(most, Math.ceil(((performance.now() - begun) / 1000) * perSecond))
      while (sent.length < due) start({ key: `${name}-${sent.length}`, answers: [] })
      await sleep(5)
    }
  }

  function start(lead: SentLead): void {
    sent.push(lead)
    const answered = send(origin(), lead, withKeys).finally(() => underWay.delete(answered))
    underWay.add(answered)
  }

  const running = run()
  return {
    sent,
    async end() {
      isOver = true
      await running
      await Promise.all(underWay)
      return sent
    },
  }
}

/** As an obedient client: sends what was not acknowledged once more under its key, until it is or `tries` are over. */
export async function repeatUnacknowledged(origin: string, sent: readonly SentLead[], tries = 5): Promise<void> {
  for (let count = 0; count < tries; count++) {
    const open = sent.filter((lead) => !isAcknowledged(lead))
    if (open.length === 0) return
    // Few at a time: this is no load test.
    for (let at = 0; at < open.length; at += 50)
      await Promise.all(open.slice(at, at + 50).map((lead) => send(origin, lead, true)))
  }
}

export function isAcknowledged({ answers }: SentLead): boolean {
  return answers.some(({ id }) => id !== null)
}

async function send(origin: string, lead: SentLead, withKey: boolean): Promise<void> {
  const begun = performance.now()
  const answer = await post(origin, lead.key, withKey).catch(() => ({ status: null, id: null, isOpen: true }))
  lead.answers.push({ ...answer, at: begun, milliseconds: performance.now() - begun })
}

async function post(origin: string, key: string, withKey: boolean): Promise<Omit<Answer, 'at' | 'milliseconds'>> {
  const reply = await fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(withKey && { 'idempotency-key': key }) },
    // The click id is how the stored lead is known again, whatever storage makes of keys.
    body: JSON.stringify({
      form: 'home-insurance',
      locale: 'en',
      answers: validAnswers,
      context: { attribution: { click_id: key } },
    }),
    signal: AbortSignal.timeout(deadlineMs),
  })
  const body = (await reply.json()) as { id?: string; idempotencyKey?: string }
  const isStored = reply.status === 200 || reply.status === 201
  return {
    status: reply.status,
    id: isStored ? (body.id ?? '') : null,
    // Only then does a refusal name the key to ask again with.
    isOpen: !isStored && body.idempotencyKey !== undefined,
  }
}
