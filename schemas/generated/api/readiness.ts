// Generated from schemas/api/readiness.schema.json by `npx leadwright types`. Do not edit.

/**
 * The response of /readyz: whether the server can accept leads, and which definitions are live.
 */
export interface Readiness {
  /**
   * ready: the server can store leads; a trial write succeeded within the last seconds.
   */
  status: 'ready' | 'unready'
  /**
   * Only when unready: the error from storage, or that the server is stopping.
   */
  reason?: string
  /**
   * Where leads are stored.
   */
  storage: 'sqlite' | 'postgres'
  /**
   * Tasks for operators although the server accepts leads, one sentence each: for example environment variables that deliveries need.
   */
  notices: string[]
  /**
   * Omitted when storage does not respond.
   */
  relay?: {
    /**
     * How long the most overdue delivery has been due. The server is still ready: the partner may be the cause.
     */
    lagSeconds: number
  }
  /**
   * The source of the countries of IP addresses.
   */
  geo: {
    /**
     * none: no database could be read.
     */
    source: 'database' | 'upstream' | 'none'
    /**
     * The build date of the database.
     */
    builtAt?: string
    /**
     * Its age in days; from 181 on, a notice reports it.
     */
    ageDays?: number
  }
  deals: DealsState
  definitions: {
    /**
     * Whether everything in the folders is live as written, by the same checks as `npx leadwright check`. no: see quarantined and unreadable.
     */
    wouldGoLive: 'yes' | 'no'
    /**
     * The hash of all definitions that are live.
     */
    hash: string
    /**
     * The time they went live.
     */
    loadedAt: string
    /**
     * Deprecated: the former name of quarantined, which the next version leaves out.
     */
    setAside?: QuarantinedDefinition[]
    /**
     * Definitions whose current files are not live. Omitted when there are none. The server is still ready.
     */
    quarantined?: QuarantinedDefinition[]
    /**
     * The folders cannot be read; the previous definitions stay live. Omitted when they can be read.
     */
    unreadable?: {
      since: string
      reason: string
    }
  }
}
/**
 * The source of the deals and their number.
 */
export interface DealsState {
  /**
   * file: deals.json.
   */
  source: 'file' | 'upstream'
  /**
   * How many there are, past and coming ones included.
   */
  deals: number
  /**
   * The number of current deals.
   */
  shown: number
  /**
   * The number of invalid deals in the feed; the log names them. Omitted for a file.
   */
  leftOut?: number
  /**
   * The time since the upstream last returned its deals. Omitted for a file, and if it never did.
   */
  ageSeconds?: number
  /**
   * The reason the last fetch from the upstream failed. Omitted if it succeeded.
   */
  failing?: string
}
/**
 * A definition, including its translations, that has an error.
 */
export interface QuarantinedDefinition {
  /**
   * Folder and id, such as forms/pets; site for site.json, words for the product's own texts.
   */
  definition: string
  /**
   * The version served instead: the last good version, or nothing. If the last good version is a draft, visitors get nothing.
   */
  live: 'last good' | 'absent'
  /**
   * The time it was quarantined.
   */
  since: string
  /**
   * The missing definitions that it depends on.
   */
  needs: string[]
  /**
   * file:line:column and the fix, one per error.
   */
  problems: string[]
}
