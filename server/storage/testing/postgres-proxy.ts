import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and PostgreSQL, as a network does that fails at the worst moment. */
export interface PostgresProxy {
  /** The address of the same database, through here. */
  url: string
  /**
   * Cuts or withholds the answer to the COMMIT of the next transaction that mentions a text; `null`: of none any more.
   * The database gets it.
   */
  loseCommitOf(text: string | null, how?: 'withhold' | 'cut'): void
  /** From now on nothing gets through, in either direction, until it is set to false. */
  isSilent: boolean
  close(): Promise<void>
}

export async function postgresProxy(database: string): Promise<PostgresProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let loss: { text: string; how: 'withhold' | 'cut' } | null = null
  const proxy: PostgresProxy = {
    url: '',
    loseCommitOf(text, how = 'withhold') {
      loss = text === null ? null : { text, how }
    },
    isSilent: false,
    close,
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    let isMute = false
    let losing: 'withhold' | 'cut' | null = null
    client.on('data', (chunk) => {
      if (proxy.isSilent) return
      if (loss && chunk.includes(loss.text)) {
        losing = loss.how
        loss = null
      }
      if (losing && chunk.includes('COMMIT\0')) {
        isMute = true
        // The database shall be done with it before its client goes.
        if (losing === 'cut') upstream.once('data', () => setTimeout(() => client.destroy(), 200))
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!isMute && !proxy.isSilent) client.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  proxy.url = String(Object.assign(new URL(database), { host: `127.0.0.1:${port}` }))

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return proxy
}
