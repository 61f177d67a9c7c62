// Generated from schemas/api/readiness.schema.json by `npx leadwright types`. Do not edit.

/**
 * The answer of /readyz: whether leads can be taken, and which definitions are live.
 */
export interface Readiness {
  /**
   * unready: storage cannot be reached.
   */
  status: 'ready' | 'unready'
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
