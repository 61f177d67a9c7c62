// The short forms of `leadwright bench faults` copy, files-removed and restore: operators' commands under load.

import { expect, test } from 'vitest'
import { copyUnderLoad } from '../testing/copy-under-load.ts'
import { filesRemoved } from '../testing/files-removed.ts'
import { restoreUnderLoad } from '../testing/restore-under-load.ts'

/** Several starts of a server each: nothing on an idle machine. In ms. */
const timeout = 300_000

const load = { perSecond: 50, seconds: 3 }

test('a restore under load loses no lead that was acknowledged, and no partner misses one', { timeout }, async () => {
  expect((await restoreUnderLoad(load)).lines.slice(2)).toEqual([])
})

test('with log and database removed under load no lead is lost that was acknowledged', { timeout }, async () => {
  expect((await filesRemoved(load)).lines.slice(1)).toEqual([])
})

test('the move to PostgreSQL under load loses no lead and stores none twice', { timeout }, async () => {
  expect((await copyUnderLoad(load)).lines.slice(2)).toEqual([])
})
