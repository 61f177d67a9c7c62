import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, repeatUnacknowledged, type StreamOptions, streamLeads } from './lead-stream.ts'
import type { RunningServer } from './running-server.ts'
import { slowest, storedLeads, summary, untruths } from './told-and-stored.ts'

export interface Trouble {
  server: RunningServer
  /** Where the leads are: an SQLite file, or `postgres://…`. */
  place: string
  begin(): Promise<void>
  end(): Promise<void>
  load: Required<Pick<StreamOptions, 'perSecond' | 'seconds'>>
}

/** The longest a submission and a look at readiness may take beside what the machine itself makes all wait, in ms. */
const longest = { submission: 5000, readiness: 1000 }

/** How long readiness may lag behind: a finding holds for a second, and takes up to one. */
const lag = 2000

/**
 * Lets leads arrive before, during and after a trouble in which none can be stored, and has those repeated that were
 * not acknowledged. Holds when all was told truly and in time, readiness included, and all went on by itself.
 */
export async function through(trouble: Trouble): Promise<{ ok: boolean; lines: string[] }> {
  const { server, place, load } = trouble
  const third = (load.seconds * 1000) / 3
  const watch = watchReadiness(server.origin)
  const stream = streamLeads(() => server.origin, load)
  await sleep(third)
  await trouble.begin()
  const begun = performance.now()
  await sleep(Math.max(third, lag * 2))
  const ended = performance.now()
  await trouble.end()
  const recovery = await untilReady(server.origin)
  await sleep(third)
  const sent = await stream.end()
  const looks = await watch.end()
  await repeatUnacknowledged(server.origin, sent)
  const answers = sent.flatMap((lead) => lead.answers)
  const wrong = untruths(sent, await storedLeads(place))
  const during = looks.filter(({ at, milliseconds }) => at > begun + lag && at + milliseconds < ended)
  const own = Math.max(...looks.map((look) => look.own))
  const late = slowest(sent) - own
  const slowestLook = Math.max(...looks.map((look) => look.milliseconds - look.own))
  const untrue = during.filter(({ at, isReady }) => isReady && nothingStored(answers, at))
  if (late > longest.submission) wrong.push(`a submission waited ${Math.round(late)} ms`)
  if (slowestLook > longest.readiness) wrong.push(`/readyz took ${Math.round(slowestLook)} ms`)
  if (untrue.length > 0) wrong.push(`/readyz said ready ${untrue.length} times in ${during.length} during the trouble`)
  if (recovery === null) wrong.push('not ready a minute after the trouble')
  const readiness = `/readyz: slowest ${Math.round(slowestLook)} ms, ready again after ${recovery} ms`
  const machine = `the machine itself made /healthz wait ${Math.round(own)} ms, which is not counted`
  return { ok: wrong.length === 0, lines: [summary(sent), readiness, machine, ...wrong.slice(0, 20)] }
}

/** Whether no lead that was sent in the second after a moment was taken, and some were refused. */
function nothingStored(answers: readonly Answer[], moment: number): boolean {
  const then = answers.filter(({ at, status }) => status !== null && at >= moment && at < moment + 1000)
  return then.length > 0 && then.every(({ id }) => id === null)
}

interface Look {
  /** On the clock of `performance.now()`. */
  at: number
  isReady: boolean
  milliseconds: number
  /** How long an answer takes that needs nothing at all. */
  own: number
}

/** Looks again and again until it is ended. */
function watchReadiness(origin: string): { end(): Promise<Look[]> } {
  const looks: Look[] = []
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(200)) looks.push(await look(origin))
  })()
  return {
    async end() {
      isOver = true
      await watching
      return looks
    },
  }
}

async function look(origin: string): Promise<Look> {
  const at = performance.now()
  const [readiness, health] = await Promise.all([timed(`${origin}/readyz`), timed(`${origin}/healthz`)])
  return { at, isReady: readiness.ok, milliseconds: readiness.milliseconds, own: health.milliseconds }
}

async function timed(address: string): Promise<{ ok: boolean; milliseconds: number }> {
  const asked = performance.now()
  const reply = await fetch(address).catch(() => null)
  return { ok: reply?.ok ?? false, milliseconds: performance.now() - asked }
}

/** After how many ms; null when it is not within a minute. */
async function untilReady(origin: string): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < 60_000) {
    if ((await look(origin)).isReady) return Math.round(performance.now() - begun)
    await sleep(50)
  }
  return null
}
