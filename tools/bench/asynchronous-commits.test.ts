import { expect, test } from 'vitest'
import { drill } from './drills/asynchronous-commits.ts'

// The other drills have their short forms in server/: storage-away, full-disk, durability.
test(`${drill.name}: ${drill.about}`, { timeout: 180_000 }, async () => {
  const { ok, lines } = await drill.run({ perSecond: 40, seconds: 4 })
  expect(lines.slice(1)).toEqual([])
  expect(ok).toBe(true)
})
