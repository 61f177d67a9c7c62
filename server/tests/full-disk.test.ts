import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { buildPages, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const disk = temporaryFolder()
const site = temporaryFolder()
let isMounted = false
beforeAll(() => {
  buildPages()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' })
    isMounted = true
  } catch {
    // It takes root to make a small disk.
  }
}, 60_000)
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk])
  for (const folder of [disk, site]) rmSync(folder, { recursive: true })
})

test('on a full disk no lead is acknowledged that is not there, and all goes on once there is room', async ({
  skip,
}) => {
  if (!isMounted) skip('a disk cannot be mounted here')
  const server = await startServer(disk, smallSite(site))
  const ballast = join(disk, 'ballast')
  const statuses: number[] = []
  const acknowledged: string[] = []
  const post = async () => {
    const reply = await submit(server.origin, { context: { attribution: { click_id: 'x'.repeat(200) } } })
    statuses.push(reply.status)
    const body = (await reply.json()) as { id: string; detail: string }
    if (reply.status === 201) acknowledged.push(body.id)
    if (reply.status === 503) {
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body.detail).toContain('Nothing was stored')
    }
  }
  await post()
  // What somebody else leaves on the disk takes most of it; leads take the rest.
  try {
    writeFileSync(ballast, Buffer.alloc(6_000_000))
  } catch {}
  for (let count = 0; count < 400 && !statuses.includes(503); count++) await post()
  expect(statuses).toContain(503)
  const readiness = async () => (await fetch(`${server.origin}/readyz`)).status
  await expect.poll(readiness, { timeout: 60_000 }).toBe(503)
  rmSync(ballast)
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200)
  for (let count = 0; count < 5; count++) await post()
  expect(statuses.slice(-5)).toEqual(Array(5).fill(201))
  expect(await server.stop()).toBe(0)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
  const database = new DatabaseSync(join(disk, 'leadwright.db'), { timeout: 30_000 })
  const stored = database.prepare('SELECT id FROM leads').all()
  database.close()
  expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
})
