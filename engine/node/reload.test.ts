import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallSite } from './testing/small-site.ts'

test('a hundred and eighty reloads need no more memory than sixty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-reloaded-'))
  const { DEFINITIONS_DIR, LOCALES_DIR } = smallSite(folder)
  const script = join(import.meta.dirname, 'testing/reload-heap.ts')
  const printed = execFileSync(process.execPath, ['--expose-gc', script, DEFINITIONS_DIR, LOCALES_DIR], {
    encoding: 'utf8',
  })
  const [early = 0, late = Infinity] = JSON.parse(printed) as number[]
  expect(late - early).toBeLessThan(1.5)
  rmSync(folder, { recursive: true })
})
