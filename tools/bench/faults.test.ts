import { expect, test } from 'vitest'
import { faultTest as asynchronousCommits } from './faults/asynchronous-commits.ts'
import { faultTest as rollingRestart } from './faults/rolling-restart.ts'

// The other fault tests have their short forms in server/: storage-away, full-disk, durability.
for (const faultTest of [asynchronousCommits, rollingRestart])
  test(`${faultTest.name}: ${faultTest.about}`, { timeout: 180_000 }, async () => {
    const { ok, lines } = await faultTest.run({ perSecond: 40, seconds: 4 })
    expect(lines.slice(1)).toEqual([])
    expect(ok).toBe(true)
  })
