/** A failure that is brought about on purpose while leads arrive, and what the product made of it. */
export interface FaultTest {
  /** As it is called at the command line; the file's name. */
  name: string
  about: string
  /** Ends by itself, and leaves nothing behind. */
  run(options: FaultTestOptions): Promise<FaultTestResult>
}

export interface FaultTestOptions {
  /** Leads a second. */
  perSecond: number
  /** How long leads arrive for, in seconds. */
  seconds: number
}

export interface FaultTestResult {
  /** Nothing acknowledged was lost, stored twice or told wrongly, and whatever else the fault test is about held. */
  ok: boolean
  lines: string[]
}
