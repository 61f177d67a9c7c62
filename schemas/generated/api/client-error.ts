// Generated from schemas/api/client-error.schema.json by `npx leadwright types`. Do not edit.

/**
 * An error in a visitor's browser, as its page reports it. What looks like personal data is taken out before it is logged.
 */
export interface ClientError {
  /**
   * load: the app's code did not come. script: nothing caught it. page: a page could not be drawn.
   */
  kind: 'load' | 'script' | 'page'
  message: string
  /**
   * Where it happened, as the browser says.
   */
  stack?: string
  /**
   * The path of the page.
   */
  page: string
  /**
   * The name of the page's first script.
   */
  build: string
  /**
   * When it happened by the browser's clock, in ms since the epoch.
   */
  time: number
}
