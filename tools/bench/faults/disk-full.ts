import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { through } from '../../../server/testing/trouble.ts'
import type { FaultTest } from '../fault-test.ts'

const run = promisify(execFile)

export const faultTest: FaultTest = {
  name: 'disk-full',
  about: 'the disk below SQLite is full for a third of the time (needs root: it mounts a small one)',
  async run(load) {
    buildPages()
    const disk = temporaryFolder()
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])
    } catch {
      await rm(disk, { recursive: true })
      return { ok: false, lines: ['A small disk cannot be mounted here: run this as root.'] }
    }
    try {
      const server = await startServer(join(disk, 'data'))
      const ballast = join(disk, 'ballast')
      const result = await through({
        ...{ server, place: join(disk, 'data/leadwright.db'), load },
        // Leads take what little is left, and then the log has no more room.
        begin: () => fill(ballast),
        end: () => rm(ballast),
      })
      await server.stop()
      return result
    } finally {
      await run('umount', [disk])
      await rm(disk, { recursive: true })
    }
  },
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (;;) await handle.write(Buffer.alloc(64 * 1024))
  } catch {
    // Full.
  } finally {
    await handle.close()
  }
}
