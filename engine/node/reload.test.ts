import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandbox } from './testing/sandbox.ts'

test('a hundred and eighty reloads need no more memory than sixty', { timeout: 300_000 }, async () => {
  const box = await sandbox()
  const script = join(import.meta.dirname, 'testing/reload-heap.ts')
  const printed = execFileSync(process.execPath, ['--expose-gc', script, box.definitions, box.locales], {
    encoding: 'utf8',
  })
  const [early = 0, late = Infinity] = JSON.parse(printed) as number[]
  expect(late - early).toBeLessThan(1.5)
  await box.remove()
})
