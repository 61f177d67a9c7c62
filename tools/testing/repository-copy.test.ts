import { expect, test } from 'vitest'
import { copyRepository } from './repository-copy.ts'

test('a copy of the repository works like it, and says what changed in it', async () => {
  const copy = await copyRepository()
  expect(await copy.run('node', 'tools/leadwright.ts', 'types', '--check')).toEqual({ code: 0, said: '' })
  expect(await copy.changed()).toEqual([])
  await copy.write('engine/form/planted/planted.ts', 'export const planted: number = true\n')
  await copy.write('README.md', `${await copy.read('README.md')}\n`)
  expect(await copy.changed()).toEqual(['README.md', 'engine/form/planted/planted.ts'])
  const built = await copy.run('tsc', '-b', 'engine/form', '--pretty', 'false')
  expect(built.said).toContain("engine/form/planted/planted.ts(1,14): error TS2322: Type 'boolean'")
  expect(built.code).not.toBe(0)
})
