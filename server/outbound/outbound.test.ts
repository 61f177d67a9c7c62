import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { allowPublic, createOutbound, type Outbound } from './outbound.ts'

const message = { headers: {}, body: '{}', timeoutMs: 2000 }

function open(allow: string[] = []): Outbound {
  const outbound = createOutbound({ allow })
  onTestFinished(() => outbound.close())
  return outbound
}

/** Counts connections on loopback, over IPv4 and IPv6 where the machine has it. */
async function startTrap(): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const trap = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, resolve))
  onTestFinished(() => void trap.close())
  return { port: (trap.address() as AddressInfo).port, connections: () => connections }
}

const hostileHosts = [
  ...['localhost', 'LOCALHOST', '127.0.0.1', '127.1', '127.255.255.254', '2130706433', '0x7f.0.0.1', '0177.0.0.1'],
  ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
  ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '192.88.99.1', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['[::1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::1]', '[2001:0:7f00:1::]', '[fc00::1]'],
  ...['[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]'],
  ...['[4000::1]', '[fd00:ec2::254]', 'localhost.', 'ip6-localhost', '127.0.0.1.', '0x7f000001', '017700000001'],
  ...['user:password@127.0.0.1', '8.8.8.8@127.0.0.1', '127.0.0.1%2f', '[::ffff:169.254.169.254]', '[::ffff:a00:1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[::ffff:0:0]', '[0:0:0:0:0:ffff:127.0.0.1]'],
]

test('hostile addresses are refused before a connection is made', async () => {
  const trap = await startTrap()
  const outbound = open()
  const answers = await Promise.all(hostileHosts.map((host) => outbound.post(`http://${host}:${trap.port}/`, message)))
  const reasons = answers.map((answer, index) => `${hostileHosts[index]}: ${answer.ok ? answer.status : answer.reason}`)
  // Some are no name at all, and no machine knows some others: what counts is that none is connected to.
  const refused = /not a public address|is not an http\(s\) URL|ENOTFOUND|EAI_AGAIN/
  expect(reasons.filter((reason) => !refused.test(reason))).toEqual([])
  expect(reasons.filter((reason) => reason.includes('not a public address')).length).toBeGreaterThanOrEqual(55)
  expect(hostileHosts.length).toBeGreaterThanOrEqual(60)
  expect(trap.connections()).toBe(0)
})

test.each(['ftp://example.com/', 'file:///etc/passwd', 'unix:/run/x.sock', 'data:,x', 'no url', '', 'http://'])(
  '%s is refused as no http(s) URL',
  async (url) => {
    expect(await open().post(url, message)).toEqual({ ok: false, reason: 'The URL is not an http(s) URL.' })
  },
)

test('https is guarded as well', async () => {
  const answer = await open().post('https://localhost/', message)
  expect(answer).toEqual({ ok: false, reason: expect.stringContaining('not a public address') })
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])('%s is public', (address) => {
  expect(allowPublic([])(address)).toBe(true)
})

test('what is no address is not public', () => {
  expect(allowPublic(['0.0.0.0/0'])('example.com')).toBe(false)
})

test('the allow list lets its ranges through and no others', async () => {
  const receiver = await startReceiver(answerWith(202, { 'retry-after': '7' }))
  const outbound = open(['127.0.0.0/8', 'fd00::/8'])
  expect(await outbound.post(receiver.url, message)).toEqual({ ok: true, status: 202, retryAfter: '7' })
  expect(await outbound.post(receiver.url.replace('127.0.0.1', 'localhost'), message)).toMatchObject({ status: 202 })
  expect(await outbound.post('http://10.0.0.1/', message)).toMatchObject({ ok: false })
  expect(allowPublic(['fd00::/8'])('fd12::1')).toBe(true)
})

test('a range that is none is a fault of the configuration', () => {
  expect(() => createOutbound({ allow: ['127.0.0.1/99'] })).toThrow()
})

test('a proxy in the environment is not asked', async () => {
  const proxy = await startReceiver(answerWith(200))
  const receiver = await startReceiver(answerWith(204))
  process.env.HTTP_PROXY = proxy.url
  process.env.http_proxy = proxy.url
  onTestFinished(() => {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  })
  expect(await open(['127.0.0.1/32']).post(receiver.url, message)).toMatchObject({ status: 204 })
  expect(proxy.received).toEqual([])
})

test('a reply without end counts by its status, and is not read to the end', async () => {
  let written = 0
  const receiver = await startReceiver((response) => {
    const chunk = Buffer.alloc(16 * 1024)
    const write = () => {
      while (!response.destroyed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
    }
    write()
  })
  expect(await open(['127.0.0.1/32']).post(receiver.url, message)).toMatchObject({ ok: true, status: 200 })
  // What the kernel buffers on its way is more than what is read.
  expect(written).toBeLessThan(16 * 1024 * 1024)
})

test('a name that leads elsewhere the second time gains nothing: what was judged is what is connected to', async () => {
  const inside = await startTrap()
  const outside = createServer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.2', resolve))
  onTestFinished(() => void outside.close())
  const { port } = outside.address() as AddressInfo
  const asked: string[] = []
  // Stands for a name server that answers the judge with one address and the next who asks with another.
  const outbound = createOutbound({
    allow: ['127.0.0.2/32'],
    resolve(hostname, _, callback) {
      asked.push(hostname)
      callback(null, [{ address: asked.length === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
    },
  })
  onTestFinished(() => outbound.close())
  expect(await outbound.post(`http://rebind.example:${port}/`, message)).toMatchObject({ ok: true, status: 200 })
  expect(asked).toEqual(['rebind.example'])
  const again = await outbound.post(`http://rebind.example:${inside.port}/`, message)
  expect(again).toMatchObject({ ok: false, reason: expect.stringContaining('not a public address') })
  expect(inside.connections()).toBe(0)
})

test('of several addresses only those outside are connected to', async () => {
  const trap = await startTrap()
  const addresses = ['127.0.0.1', '10.0.0.1', '::1'].map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }))
  const outbound = createOutbound({ allow: [], resolve: (_host, _options, callback) => callback(null, addresses) })
  onTestFinished(() => outbound.close())
  expect(await outbound.post(`http://mixed.example:${trap.port}/`, message)).toMatchObject({ ok: false })
  expect(trap.connections()).toBe(0)
})

test('a partner that the server plays is answered here, in time, and no name is looked up', async () => {
  const looked: string[] = []
  const asked: unknown[] = []
  const outbound = createOutbound({
    allow: [],
    resolve(hostname, _, callback) {
      looked.push(hostname)
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    },
    local: {
      hosts: ['api.sample.example'],
      async answer(call, signal) {
        asked.push(call)
        if (call.path === '/slow') await new Promise((_, reject) => signal.addEventListener('abort', reject))
        return { status: 200, body: '{"quotes":[]}' }
      },
    },
  })
  const call = (url: string, limits = {}) =>
    outbound.call(url, { ...message, method: 'POST', mostBytes: 100, timeoutMs: 100, ...limits })
  const reply = { ok: true, status: 200, retryAfter: null }
  expect(await call('https://api.sample.example/v1')).toEqual({ ...reply, body: '{"quotes":[]}' })
  expect(await call('https://api.sample.example/v1', { mostBytes: 5 })).toEqual({ ...reply, body: null })
  expect(await call('https://api.sample.example/slow')).toEqual({ ok: false, reason: 'No response within 0.1 s.' })
  expect(asked[0]).toEqual({ host: 'api.sample.example', path: '/v1', body: '{}' })
  expect(looked).toEqual([])
  expect(await call('https://other.sample.example/v1')).toEqual({
    ok: false,
    reason: 'The connection failed (ENOTFOUND).',
  })
  const open = call('https://api.sample.example/slow', { timeoutMs: 60_000 })
  await outbound.close()
  expect(await open).toMatchObject({ ok: false })
})
