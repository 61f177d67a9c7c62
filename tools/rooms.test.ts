import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** Beyond this nobody sees at a glance what a folder holds. */
const most = 20

test('no folder holds more source files side by side than one takes in', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const sources = files
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.|\/(testing|e2e|generated)\//.test(file))
  const folders = Map.groupBy(sources, dirname)
  expect(
    [...folders].filter(([, held]) => held.length > most).map(([folder, held]) => `${folder} ${held.length}`),
  ).toEqual([])
})
