import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partFiles, partSources } from './part-files.ts'

test('each part that pages name is a file of the sources', () => {
  expect(Object.keys(partSources)).toEqual(Object.keys(partFiles))
  for (const source of Object.values(partSources))
    expect([source, existsSync(join(import.meta.dirname, '..', source))]).toEqual([source, true])
})
