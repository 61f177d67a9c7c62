// Generated from schemas/api/readiness.schema.json by `npx leadwright types`. Do not edit.

/**
 * The answer of /readyz: whether leads can be taken, and which definitions are live.
 */
export interface Readiness {
  /**
   * ready: a lead could be stored now, as a trial within the last seconds has shown.
   */
  status: 'ready' | 'unready'
  /**
   * Only when unready: what storage said.
   */
  reason?: string
  /**
   * Where leads are stored.
   */
  storage: 'sqlite' | 'postgres'
  /**
   * What operators should see to although leads can be taken, one sentence each: variables that deliveries wait for.
   */
  notices: string[]
  /**
   * Left out when storage does not answer.
   */
  relay?: {
    /**
     * For how long the most overdue delivery has been due. A server is ready all the same: the partner may be to blame.
     */
    lagSeconds: number
  }
  /**
   * Where the countries of addresses are looked up.
   */
  geo: {
    /**
     * none: no database could be read.
     */
    source: 'database' | 'upstream' | 'none'
    /**
     * When the database was made.
     */
    builtAt?: string
    /**
     * How old it is, in days; past 180 a notice says so.
     */
    ageDays?: number
  }
  deals: DealsState
  definitions: {
    /**
     * Whether all that the folders hold is live as it is written, by the same judgement as `npx leadwright check`. no: see quarantined and unreadable.
     */
    wouldGoLive: 'yes' | 'no'
    /**
     * The hash of all definitions that are live.
     */
    hash: string
    /**
     * Since when they are.
     */
    loadedAt: string
    /**
     * Deprecated: the former name of quarantined, which the next version leaves out.
     */
    setAside?: QuarantinedDefinition[]
    /**
     * What is not live as its files have it now. Left out when everything is. A server is ready all the same.
     */
    quarantined?: QuarantinedDefinition[]
    /**
     * The folders cannot be read; what was live stays. Left out when they can.
     */
    unreadable?: {
      since: string
      reason: string
    }
  }
}
/**
 * Where deals come from, and how many there are.
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
   * How many of them hold now.
   */
  shown: number
  /**
   * How many the feed has that cannot be used; the log names them. Left out for a file, which has none.
   */
  leftOut?: number
  /**
   * How long ago the upstream last said what its deals are. Left out for a file, and where it never did.
   */
  ageSeconds?: number
  /**
   * Why the upstream did not say so the last time. Left out when it did.
   */
  failing?: string
}
/**
 * A definition with its translations that has a problem.
 */
export interface QuarantinedDefinition {
  /**
   * Folder and id, such as forms/pets; site for site.json, words for the product's own.
   */
  definition: string
  /**
   * What visitors have instead: the last good version, or nothing. A last good version that is a draft is nothing to them.
   */
  live: 'last good' | 'absent'
  /**
   * Since when it is quarantined.
   */
  since: string
  /**
   * The definitions it cannot do without and that are absent.
   */
  needs: string[]
  /**
   * file:line:column and what to do, one a problem.
   */
  problems: string[]
}
