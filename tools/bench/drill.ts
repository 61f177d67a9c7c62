/** A failure that is brought about on purpose while leads arrive, and what the product made of it. */
export interface Drill {
  /** As it is called at the command line; the file's name. */
  name: string
  about: string
  /** Ends by itself, and leaves nothing behind. */
  run(options: DrillOptions): Promise<DrillResult>
}

export interface DrillOptions {
  /** Leads a second. */
  perSecond: number
  /** How long leads arrive for, in seconds. */
  seconds: number
}

export interface DrillResult {
  /** Nothing acknowledged was lost, stored twice or told wrongly, and whatever else the drill is about held. */
  ok: boolean
  lines: string[]
}
