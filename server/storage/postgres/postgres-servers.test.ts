import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { query } from '../testing/postgres-server.ts'
import { PostgresServers, serverUrls } from './postgres-servers.ts'

test.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  ['postgres://u@a/db?host=/run/sock', ['postgres://u@a/db?host=/run/sock']],
  ['postgres://u:p%40@a:1,b/db?sslmode=require&target_session_attrs=read-write', ['a:1', 'b']],
  ['postgresql://u:p%40@/db?host=a,b&port=1,2&sslmode=require', ['a:1', 'b:2']],
  ['postgres://u:p%40@x/db?host=a,b&port=7&sslmode=require&target_session_attrs=primary', ['a:7', 'b:7']],
  ['postgres://u:p%40@[::1]:1,[::2]/db?sslmode=require', ['[::1]:1', '[::2]']],
  ['postgres://u@a,b/db?target_session_attrs=read-only', null],
  ['postgres://u@a,,b/db', null],
  ['postgres://u@a:1,b:x/db', null],
  ['postgres://u@/db?host=a,b&port=1,2,3', null],
  ['mysql://a,b/db', null],
])('the servers of %s', (url, expected) => {
  const scheme = url.startsWith('postgresql') ? 'postgresql' : 'postgres'
  const whole = expected?.map((host) => (host.includes('//') ? host : `${scheme}://u:p%40@${host}/db?sslmode=require`))
  expect(serverUrls(url)).toEqual(whole ?? null)
})

test('a server that hangs and one that only reads are passed over in time, and remembered', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { host } = new URL(inject('postgres'))
  const name = `only_reads_${process.pid}`
  const real = `${inject('postgres')}postgres`
  await query(real, `CREATE DATABASE ${name}`)
  await query(real, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  const connect = (servers: PostgresServers) =>
    servers.connect(
      {},
      () => {},
      () => false,
    )
  try {
    const begun = performance.now()
    const servers = new PostgresServers(`postgres://postgres@127.0.0.1:${port},${host}/postgres`)
    for (const _ of [1, 2, 3]) await (await connect(servers)).end()
    // The one that hangs is waited for once.
    expect(sockets).toHaveLength(1)
    expect(performance.now() - begun).toBeLessThan(10_000)

    const none = new PostgresServers(`postgres://postgres@127.0.0.1:${port},${host}/${name}`)
    await expect(connect(none)).rejects.toThrow(/127\.0\.0\.1:\d+: .*; 127\.0\.0\.1:\d+: it only reads/)
    expect(sockets).toHaveLength(2)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
    await query(real, `DROP DATABASE ${name}`)
  }
})
