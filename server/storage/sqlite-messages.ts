import type { Outcome } from './outcome.ts'
import type { Statement } from './storage.ts'

/** To the storage thread: the calls of a group, or the wish to finish. */
export type Request = readonly (readonly Statement[])[] | 'close'

/** From the storage thread: first whether it opened the database, then the outcomes of each group, in order. */
export type Reply = { opened: true } | { opened: false; reason: string } | { outcomes: Outcome[] }
