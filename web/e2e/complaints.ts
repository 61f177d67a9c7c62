// What a browser complains about while a test runs: console errors, uncaught errors, violations of the security policy.
import type { BrowserContext, CDPSession, ConsoleMessage, Page } from '@playwright/test'

export interface Complaints {
  /** Listens to a context and to every page that it opens. */
  watch(context: BrowserContext): void
  /** Resolves when every open page is listened to and what it said so far has arrived. */
  settle(): Promise<void>
  /** From now on what this script is refused is no complaint: the test has the page cut it off. @param path of its address */
  silence(path: string): Promise<void>
  /** Everything complained of so far. */
  collect(): Promise<string[]>
}

/** Answers whose status a test may expect: what a visitor or a script asked for, never a missing style or script. */
const answerTypes = new Set(['document', 'fetch', 'xhr'])

/** What Chromium and our own code log when a request meets no server or no connection. */
const lostConnection =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|NETWORK_CHANGED)|^The deals did not come/

export interface Expected {
  /** Statuses ≥ 400 that the test provokes; Chromium logs each as a console error. */
  statuses: readonly number[]
  /** Whether the test takes the connection or the server away. */
  losesConnection: boolean
  /** Whether the test takes scripts away from the server. */
  missingScripts: boolean
  /** Whether a frame of another origin tries what is forbidden: what it is refused is no complaint. */
  hostileFrame: boolean
}

export function listenForComplaints({ statuses, losesConnection, missingScripts, hostileFrame }: Expected): Complaints {
  const found = new Set<string>()
  let silenced: string | null = null
  const complain = (text: string) => {
    if (silenced === null || !text.includes(silenced)) found.add(text)
  }
  const expectedAnswers = new Set<string>()
  const failedLoads: { text: string; answer: string }[] = []
  const sessions = new Map<Page, Promise<CDPSession | null>>()

  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    // A place within a page is asked of nobody.
    const url = message.location().url.replace(/#.*/, '')
    const isOfFrame = !url.startsWith(new URL(message.page()?.url() ?? url).origin)
    if (hostileFrame && (isOfFrame || message.text().includes('ERR_BLOCKED_BY_RESPONSE'))) return
    // A page that was posted in a frame may not take the focus from the page around it.
    if (message.text().startsWith('Blocked autofocusing')) return
    if (losesConnection && lostConnection.test(message.text())) return
    const text = `console error: ${message.text()} (${url})`
    const status = /^Failed to load resource: the server responded with a status of (\d{3})/.exec(message.text())?.[1]
    if (status) failedLoads.push({ text, answer: `${status} ${url}` })
    else complain(text)
  }

  // Chromium reports a violation as an issue even where no script runs, so one way serves both kinds of visitor.
  const listenForIssues = async (page: Page): Promise<CDPSession | null> => {
    try {
      const session = await page.context().newCDPSession(page)
      session.on('Audits.issueAdded', ({ issue }) => {
        const violation = issue.details.contentSecurityPolicyIssueDetails
        if (!violation) return
        const { violatedDirective, blockedURL, sourceCodeLocation: at } = violation
        if (hostileFrame && ['frame-src', 'frame-ancestors'].includes(violatedDirective)) return
        const place = at ? ` at ${at.url}:${at.lineNumber + 1}` : ''
        complain(`security policy: ${violatedDirective} forbids ${blockedURL || 'inline code'}${place}`)
      })
      await session.send('Audits.enable')
      return session
    } catch (error) {
      // A page may close before anybody listens to it; any other reason would make the watch blind.
      if (page.isClosed()) return null
      throw error
    }
  }

  const attach = (page: Page) => {
    if (sessions.has(page)) return
    const session = listenForIssues(page)
    // Awaited in settle(); a rejection before that is not unhandled.
    session.catch(() => {})
    sessions.set(page, session)
  }

  // A round trip through each page: what it said before has arrived when the answer does.
  const settle = async () => {
    for (const [page, session] of sessions) {
      if (!page.isClosed()) await (await session)?.send('Audits.enable').catch(() => {})
    }
  }

  return {
    watch(context) {
      context.on('console', onConsole)
      context.on('weberror', (webError) => complain(`uncaught: ${webError.error().stack || webError.error()}`))
      context.on('page', attach)
      context.on('response', (response) => {
        const type = response.request().resourceType()
        const isMissing = missingScripts && response.status() === 404 && type === 'script'
        if (isMissing || (statuses.includes(response.status()) && answerTypes.has(type))) {
          expectedAnswers.add(`${response.status()} ${response.url()}`)
        }
      })
      context.pages().forEach(attach)
    },

    settle,

    async silence(path) {
      await settle()
      silenced = path
    },

    async collect() {
      await settle()
      const unexpected = failedLoads.filter(({ answer }) => !expectedAnswers.has(answer)).map(({ text }) => text)
      return [...found, ...unexpected]
    },
  }
}
