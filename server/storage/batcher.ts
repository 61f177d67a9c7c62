import { type Outcome, toError } from './outcome.ts'
import { type Row, type Statement, StorageUnavailable } from './storage.ts'

/** Runs calls in one transaction: an outcome for each, in their order. */
export type RunGroup = (calls: readonly (readonly Statement[])[]) => Promise<Outcome[]>

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
  resolve(rows: Row[][]): void
  reject(error: Error): void
}

/** Natural group commit: what arrives while the commits before it run goes into the next one. There is no timer. */
export function createBatcher(run: RunGroup, { inFlight, mostCalls = 500 }: BatcherOptions): Batcher {
  const waiting: Waiting[] = []
  const underWay = new Set<Promise<void>>()
  const observers: ((calls: number, milliseconds: number) => void)[] = []
  let isPlanned = false
  let isClosed = false

  /** After the events at hand, so that requests which arrived together are one group. */
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      while (waiting.length > 0 && underWay.size < inFlight) start(waiting.splice(0, mostCalls))
    })
  }

  function start(group: Waiting[]): void {
    const begun = performance.now()
    const commit = runAll(group).finally(() => {
      for (const tell of observers) tell(group.length, performance.now() - begun)
      underWay.delete(commit)
      if (waiting.length > 0) plan()
    })
    underWay.add(commit)
  }

  async function runAll(group: Waiting[]): Promise<void> {
    try {
      const outcomes = await run(group.map(({ statements }) => statements))
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.ok) group[index]?.resolve(outcome.rows)
        else group[index]?.reject(toError(outcome))
      }
    } catch (cause) {
      for (const { reject } of group) reject(new StorageUnavailable('Storage broke off.', { cause }))
    }
  }

  return {
    atomic(statements) {
      if (isClosed) return Promise.reject(new StorageUnavailable('Storage is closed.'))
      return new Promise((resolve, reject) => {
        waiting.push({ statements, resolve, reject })
        plan()
      })
    },
    observe: (onGroup) => void observers.push(onGroup),
    async close() {
      isClosed = true
      while (waiting.length > 0 || underWay.size > 0) {
        await Promise.all(underWay)
        await new Promise(setImmediate)
      }
    },
  }
}
