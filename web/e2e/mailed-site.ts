import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { test } from './fixture.ts'
import { type Site, startSite } from './site.ts'

/** One site for all tests of a file that sends its mails to a server of theirs. `mails` grows as they arrive. */
export function mailedSite(): { site: () => Site; mails: readonly string[] } {
  const mails: string[] = []
  let site: Site
  let post: SMTPServer
  test.beforeAll(async () => {
    // Tests of a file are dealt out one by one, so this runs more than once in a process: a server that was closed is done.
    post = new SMTPServer({
      ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, logger: false },
      async onData(stream, _, done) {
        mails.push(await text(stream))
        done()
      },
    })
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
    const { port } = post.server.address() as AddressInfo
    site = await startSite({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  })
  test.afterAll(async () => {
    await site.stop()
    await new Promise<void>((resolve) => post.close(() => resolve()))
  })
  return { site: () => site, mails }
}
