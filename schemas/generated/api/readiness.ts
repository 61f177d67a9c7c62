// Generated from schemas/api/readiness.schema.json by `npx leadwright types`. Do not edit.

/**
 * The answer of /readyz: whether leads can be taken, and which definitions are live.
 */
export interface Readiness {
  /**
   * unready: storage cannot be reached.
   */
  status: 'ready' | 'unready'
  /**
   * Where leads are stored.
   */
  storage: 'sqlite' | 'postgres'
  /**
   * What operators should see to although leads can be taken, one sentence each: variables that deliveries wait for.
   */
  notices: string[]
  /**
   * Left out when storage cannot be reached.
   */
  relay?: {
    /**
     * For how long the most overdue delivery has been due. A server is ready all the same: the partner may be to blame.
     */
    lagSeconds: number
  }
  definitions: {
    /**
     * The hash of all definitions that are live.
     */
    hash: string
    /**
     * Since when they are.
     */
    loadedAt: string
    refused?: RefusedChange
  }
}
/**
 * A change that is not live because of its problems.
 */
export interface RefusedChange {
  /**
   * Since when the files have problems.
   */
  since: string
  /**
   * file:line:column and what to do, one a problem.
   */
  problems: string[]
}
