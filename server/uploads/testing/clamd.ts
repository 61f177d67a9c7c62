import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { eventually } from '../../testing/eventually.ts'

/** What the scanners of the tests take for a virus. */
export const virus = 'leadwright-test-virus'

const clamd = '/usr/sbin/clamd'

/** Whether this machine has Debian's daemon (`apt-get install clamav-daemon`). */
export const hasClamd = existsSync(clamd)

/** The real daemon with a signature file of one line. @returns its address, as CLAMD_URL has it */
export async function startClamd(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-clamd-'))
  const socket = join(folder, 'clamd.ctl')
  await writeFile(join(folder, 'test.ndb'), `Leadwright.Test:0:*:${Buffer.from(virus).toString('hex')}\n`)
  const settings = [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'StreamMaxLength 1M']
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const daemon = spawn(clamd, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  onTestFinished(async () => {
    daemon.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await eventually(async () => {
    await new Promise<void>((resolve, reject) => {
      const probe = connect(socket, () => {
        probe.destroy()
        resolve()
      }).on('error', reject)
    })
  })
  return `unix:${socket}`
}

/**
 * A peer that speaks INSTREAM as clamd does, for machines without it: a length before each piece, zero at the end, and one
 * answer that ends in NUL.
 */
export async function startScannerPeer(): Promise<{ address: string; scanned: () => number }> {
  let scanned = 0
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data])
      const command = 'zINSTREAM\0'
      const content: Buffer[] = []
      let at = command.length
      while (bytes.length >= at + 4) {
        const length = bytes.readUInt32BE(at)
        if (length === 0) {
          scanned += 1
          const found = Buffer.concat(content).includes(virus)
          socket.end(found ? 'stream: Leadwright.Test.UNOFFICIAL FOUND\0' : 'stream: OK\0')
          return
        }
        if (bytes.length < at + 4 + length) return
        content.push(bytes.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, scanned: () => scanned }
}
