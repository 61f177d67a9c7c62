import { setTimeout as sleep } from 'node:timers/promises'

/** The answer to a request, which is sent again as long as a server on a busy machine says that it has no time. */
export async function patiently<Reply extends { status: number }>(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send()
    if (reply.status !== 503) return reply
    await sleep(100)
  }
}
