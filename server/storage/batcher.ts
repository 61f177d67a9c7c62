import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Histogram, type Registry } from 'prom-client'
import { type CallOutcome, toError } from './outcome.ts'
import { OutcomeUnknown, type Row, type Statement, type Storage, StorageUnavailable } from './storage.ts'

/** Calls in one transaction that is under way. */
export interface GroupRun {
  /** An outcome for each call, in their order. */
  outcomes: Promise<CallOutcome[]>
  /**
   * Ends the transaction. One that is just being committed is let go on while somebody waits for it.
   * @param isWaitedFor whether somebody does
   */
  giveUp(isWaitedFor: boolean): GivenUp
}

/** What became of a group that was given up: whether something of it may be stored, or it goes on committing. */
export type GivenUp = 'nothing stored' | 'unknown' | 'committing'

/** Runs calls in one transaction. */
export type RunGroup = (calls: readonly (readonly Statement[])[]) => GroupRun

export interface BatcherOptions {
  /** How many groups may be under way at a time. */
  inFlight: number
  /** Bounds how long one commit may keep the others waiting, in calls. */
  mostCalls?: number
}

/** What groups calls. */
export interface Batcher {
  atomic(statements: readonly Statement[]): Promise<Row[][]>
  /** Calls back after each group, with the calls in it and how long it took in ms. */
  observe(onGroup: (calls: number, milliseconds: number) => void): void
  /** Refuses further calls, and resolves once those made so far are settled. */
  close(): Promise<void>
}

interface Waiting {
  statements: readonly Statement[]
  /** On the clock of `performance.now()`. */
  until: number | null
  resolve(rows: Row[][]): void
  reject(error: Error): void
}

/**
 * What a group has at least before a caller's deadline ends, in ms. A call that waited too long for that is not begun:
 * otherwise each group of a storage that is merely slow would be given up half-way, and nothing be stored at all.
 */
const leastTime = 1500

/** How often to look for calls that waited too long, in ms. */
const sweepPause = 250

/** Natural group commit: what arrives while the commits before it run goes into the next one. There is no timer. */
export function createBatcher(run: RunGroup, { inFlight, mostCalls = 500 }: BatcherOptions): Batcher {
  let waiting: Waiting[] = []
  /** With how many calls each has. */
  const underWay = new Map<Promise<void>, number>()
  const observers: ((calls: number, milliseconds: number) => void)[] = []
  let isPlanned = false
  let isSweeping = false
  let isClosed = false

  /** After the events at hand, so that requests which arrived together are one group. */
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      while (waiting.length > 0 && underWay.size < inFlight && isWorthIt()) start(waiting.splice(0, mostCalls))
      if (waiting.length > 0) sweepLater()
    })
  }

  /** A commit for a few beside one for many costs as much, and they would hardly wait longer for the next one. */
  function isWorthIt(): boolean {
    return waiting.length >= Math.max(0, ...underWay.values()) / 2
  }

  /** Refuses what waited too long, while the groups before it are stuck. */
  function sweepLater(): void {
    if (isSweeping) return
    isSweeping = true
    setTimeout(() => {
      isSweeping = false
      // Asked once: who became late between two questions would be in neither list.
      const { late = [], early = [] } = Object.groupBy(waiting, (call) => (isLate(call) ? 'late' : 'early'))
      waiting = early
      for (const { reject } of late) reject(new StorageUnavailable('Storage did not start the call in time.'))
      if (waiting.length > 0) sweepLater()
    }, sweepPause).unref()
  }

  function start(group: Waiting[]): void {
    const begun = performance.now()
    const commit = runAll(group).finally(() => {
      for (const tell of observers) tell(group.length, performance.now() - begun)
      underWay.delete(commit)
      if (waiting.length > 0) plan()
    })
    underWay.set(commit, group.length)
  }

  async function runAll(group: Waiting[]): Promise<void> {
    let alarm: NodeJS.Timeout | undefined
    try {
      const { outcomes, giveUp } = run(group.map(({ statements }) => statements))
      const wait = (calls: readonly Waiting[]) => {
        const ends = calls.flatMap(({ until }) => until ?? [])
        if (ends.length > 0) alarm = setTimeout(() => expire(calls), Math.max(0, Math.min(...ends) - performance.now()))
      }
      const expire = (calls: readonly Waiting[]) => {
        const patient = calls.filter(({ until }) => until === null || until > performance.now())
        const state = giveUp(patient.some(({ until }) => until !== null))
        const gone =
          state === 'nothing stored'
            ? new StorageUnavailable('Storage did not finish in time.')
            : new OutcomeUnknown('Storage did not report in time whether it committed.')
        // Who waits longer than others may still hear of a commit that is under way.
        const still = state === 'committing' ? patient : []
        for (const call of calls) if (!still.includes(call)) call.reject(gone)
        wait(still)
      }
      wait(group)
      for (const [index, outcome] of (await outcomes).entries()) {
        if (outcome.ok) group[index]?.resolve(outcome.rows)
        else group[index]?.reject(toError(outcome))
      }
    } catch (cause) {
      for (const { reject } of group) reject(new StorageUnavailable('Storage was interrupted.', { cause }))
    } finally {
      clearTimeout(alarm)
    }
  }

  return {
    atomic(statements) {
      if (isClosed) return Promise.reject(new StorageUnavailable('Storage is closed.'))
      return new Promise((resolve, reject) => {
        const call = { statements, until: currentDeadline(), resolve, reject }
        if (isLate(call)) return reject(new StorageUnavailable('Earlier storage calls took too long.'))
        waiting.push(call)
        plan()
      })
    },
    observe: (onGroup) => void observers.push(onGroup),
    async close() {
      isClosed = true
      while (waiting.length > 0 || underWay.size > 0) {
        await Promise.all(underWay.keys())
        await new Promise(setImmediate)
      }
    },
  }
}

function isLate({ until }: Pick<Waiting, 'until'>): boolean {
  return until !== null && until - performance.now() < leastTime
}

/** Counts commits: how many calls share one, and how long they take. */
export function storageMetrics(registry: Registry, storage: Storage): void {
  const registers = [registry]
  const groupSize = new Histogram({
    name: 'leadwright_commit_calls',
    help: 'The number of calls per commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  })
  const commits = new Histogram({
    name: 'leadwright_commit_seconds',
    help: 'The duration of a commit, including the disk.',
    buckets: [0.0005, 0.002, 0.005, 0.02, 0.075, 0.3, 1, 5],
    registers,
  })
  storage.observe((calls, milliseconds) => {
    groupSize.observe(calls)
    commits.observe(milliseconds / 1000)
  })
}

const ends = new AsyncLocalStorage<number>()

/**
 * Runs something whose storage calls are all settled within `milliseconds` from now, one way or the other. It goes with
 * the request through every room, so that no two waits add up. Without it, calls wait as long as storage takes.
 */
export function withDeadline<T>(milliseconds: number, run: () => T): T {
  return ends.run(performance.now() + milliseconds, run)
}

/**
 * For whoever can do without an answer of storage: rejects with `StorageUnavailable` when there is none after so long.
 * What storage does goes on, as it must where others share its commit.
 */
export async function inTime<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new StorageUnavailable('Storage does not respond.')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    // Neither is waited for any more, whichever way it ends.
    answer.catch(() => {})
    late.catch(() => {})
    over.abort()
  }
}

/** When the deadline of who is calling ends, on the clock of `performance.now()`; null: never. */
function currentDeadline(): number | null {
  return ends.getStore() ?? null
}
