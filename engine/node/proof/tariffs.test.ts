import { expect, test } from 'vitest'
import { proveForm } from '#engine/authoring'
import { problemLine, siteOf } from '../load.ts'
import { filesOf } from '../testing/check-tree.ts'
import { tariffTree } from '../testing/mistakes/of-tariffs.ts'
import type { Tree } from '../testing/small-tree.ts'
import { proofOptions } from './form-prover.ts'
import { findingsOf } from './proof-findings.ts'

const partner = 'definitions/partners/tariff.json'
const table = 'definitions/tariffs/solar.csv'

/** What a proof remarks about the form, in English and German. */
async function remarks(changes: Tree): Promise<string[]> {
  const files = await filesOf({ ...tariffTree, ...changes })
  const loaded = siteOf(files, () => ({ kind: 'safe' }))
  if (!loaded.ok) throw new Error(loaded.problems.map(problemLine).join('\n'))
  const { site } = loaded
  const proofs = ['en', 'de'].flatMap((locale) =>
    site.forms
      .versions('solar', locale)
      .map(({ form }) => proveForm(site, form, proofOptions(form, Date.parse('2026-11-20')))),
  )
  expect(proofs.flatMap(({ problems }) => problems)).toEqual([])
  return findingsOf(proofs, files, 'remarks').map(({ message, answers }) => `${message} ${JSON.stringify(answers)}`)
}

const withRows = (...rows: string[]): Tree => ({ [table]: ['home,insulated,bill,name,price', ...rows, ''].join('\n') })

test('a table with a row for all answers is not remarked on', async () => {
  expect(await remarks(withRows('owned,*,*,*,10', 'rented,yes,*,*,20', 'rented,no,*,*,30'))).toEqual([])
})

test('valid answers without a row are named, once for each table', async () => {
  expect(await remarks(withRows('owned,*,*,*,10', 'rented,yes,*,*,20'))).toEqual([
    'Valid answers to "solar" have no row in the table "solar", so no offer: residence rented, insulated no. {"residence":"rented","insulated":false}',
  ])
  const [found] = await remarks(withRows('*,*,100-500,*,10', '*,*,502-9000,*,20', '*,*,501,A,5'))
  expect(found).toContain('bill 501, firstName none of the listed beginnings')
})

test('answers that the partner does not take need no row', async () => {
  const text = String(tariffTree[partner])
  const owners = text.replace('{ "form": "solar" }', '{ "form": "solar", "when": { "residence": "owned" } }')
  expect(await remarks({ ...withRows('owned,*,*,*,10'), [partner]: owners })).toEqual([])
})
