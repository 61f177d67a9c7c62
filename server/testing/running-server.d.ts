import { type ChildProcess } from 'node:child_process'
/** A server in a process of its own, as operators run it. */
export interface RunningServer {
  origin: string
  pid: number
  process: ChildProcess
  /** Resolves with the exit code, null after a signal. */
  exited: Promise<number | null>
}
export declare function temporaryFolder(): string
/** Builds the pages unless they are there already. */
export declare function buildPages(): void
/** Starts the server and waits for its address. Rejects with what it said when it ends before. */
export declare function startServer(dataDir: string, env?: Record<string, string>): Promise<RunningServer>
/** Answers that the home insurance form accepts. */
export declare const validAnswers: {
  propertyType: string
  occupancy: string
  residence: string
  professionalUse: boolean
  buildAge: string
  alreadyLivingThere: boolean
  homePostalCodeOrCity: string
  features: string[]
  insured: boolean
  claims: string
  cancelled: boolean
  gender: string
  maritalStatus: string
  firstName: string
  lastName: string
  email: string
  privacy: boolean
}
/** Posts a submission, by default a valid one in English. */
export declare function submit(
  origin: string,
  {
    key,
    ...changes
  }?: {
    key?: string
    [part: string]: unknown
  },
): Promise<Response>
