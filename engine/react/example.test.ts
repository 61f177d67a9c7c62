import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the example of the guide is what runs here, and draws a step without anything of web', async () => {
  const [, shown] = /```tsx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/guide/renderer.md'), 'utf8')) ?? []
  expect(shown).toBe(readFileSync(join(root, 'engine/react/testing/example.tsx'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-example-'))
  for (const name of ['definitions', 'locales', 'engine']) symlinkSync(join(root, name), join(folder, name))
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  await import('./testing/example.tsx')
  const page = readFileSync(join(folder, 'loan.html'), 'utf8')
  expect(page).toContain('<h1 ')
  expect(page).toMatch(/name="root\[\w+\]/)
  expect(page).not.toContain('undefined')
})
