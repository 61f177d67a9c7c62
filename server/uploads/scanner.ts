import { once } from 'node:events'
import { connect } from 'node:net'

/** What a scanner says of a file; `unknown` where it does not say, and is asked again. */
export type Verdict = 'clean' | 'infected' | 'unknown'

/** Looks through a file for viruses. Never rejects. */
export type Scan = (content: AsyncIterable<Uint8Array>) => Promise<Verdict>

/** How long a scanner may be silent, in ms. */
const silence = 30_000

/**
 * A ClamAV daemon, by its INSTREAM command.
 * @param address tcp://host:3310, or unix:/run/clamav/clamd.ctl
 * @param onTrouble called with what keeps it from answering
 */
export function clamdScanner(address: string, onTrouble: (reason: string) => void): Scan {
  const url = new URL(address)
  const place =
    url.protocol === 'unix:' ? { path: url.pathname } : { host: url.hostname, port: Number(url.port || 3310) }
  return async (content) => {
    try {
      const reply = await instream(place, content)
      if (/^stream: OK\0?$/.test(reply)) return 'clean'
      if (/ FOUND\0?$/.test(reply)) return 'infected'
      onTrouble(`The virus scanner responded: ${reply.replaceAll('\0', '').slice(0, 200)}`)
    } catch (error) {
      onTrouble(`The virus scanner did not respond: ${(error as Error).message}`)
    }
    return 'unknown'
  }
}

async function instream(
  place: { path: string } | { host: string; port: number },
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect(place)
  socket.setTimeout(silence, () => socket.destroy(new Error(`nothing came for ${silence / 1000} s`)))
  const reply = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  // The sender learns of a broken connection here, too.
  reply.catch(() => {})
  try {
    await once(socket, 'connect')
    await write(socket, Buffer.from('zINSTREAM\0'))
    for await (const piece of content) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      await write(socket, Buffer.concat([length, piece]))
    }
    await write(socket, Buffer.alloc(4))
    return await reply
  } catch (error) {
    // A scanner that has seen enough answers and hangs up.
    const told = socket.destroyed ? await reply.catch(() => '') : ''
    if (told !== '') return told
    throw error
  } finally {
    socket.destroy()
  }
}

async function write(socket: ReturnType<typeof connect>, bytes: Buffer): Promise<void> {
  if (socket.destroyed) throw new Error('the connection closed')
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}
