import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and PostgreSQL, as a network does that fails at the worst moment. */
export interface PostgresProxy {
  /** The address of the same database, through here. */
  url: string
  /** What is done with the answer to the next COMMIT, which the database gets in any case. */
  atCommit: 'answer' | 'withhold' | 'cut'
  /** From now on nothing gets through, in either direction, until it is set to false. */
  isSilent: boolean
  close(): Promise<void>
}

export async function postgresProxy(database: string): Promise<PostgresProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  const proxy: PostgresProxy = { url: '', atCommit: 'answer', isSilent: false, close }

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
    client.on('data', (chunk) => {
      if (proxy.isSilent) return
      if (proxy.atCommit !== 'answer' && chunk.includes('COMMIT\0')) {
        isMute = true
        // The database shall be done with it before its client goes.
        if (proxy.atCommit === 'cut') upstream.once('data', () => setTimeout(() => client.destroy(), 200))
        proxy.atCommit = 'answer'
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
