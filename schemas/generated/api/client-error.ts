// Generated from schemas/api/client-error.schema.json by `npx leadwright types`. Do not edit.

/**
 * An error in a visitor's browser, as reported by the page. Anything that looks like personal data is removed before it is logged.
 */
export interface ClientError {
  /**
   * load: the app's code failed to load. script: an uncaught error. page: a page could not be rendered.
   */
  kind: 'load' | 'script' | 'page'
  message: string
  /**
   * The location of the error, as reported by the browser.
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
