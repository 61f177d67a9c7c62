import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What a receiver got. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A real HTTP server on loopback that stands for a partner. */
export interface Receiver {
  url: string
  received: Received[]
}

/** Starts a receiver that answers as told; it is closed with the test. `count` counts the requests from 1. */
export async function startReceiver(answer: (response: ServerResponse, count: number) => void): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers, body })
    answer(response, received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

/** Answers with a status and nothing else. */
export function answerWith(status: number, headers: Record<string, string> = {}): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, headers).end()
}
