import { autorun } from 'mobx'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { survey } from './survey.ts'

test('the root store tells whose page is shown, and what went wrong when', () => {
  const seen: unknown[] = []
  const end = autorun(() => seen.push([root.logo?.viewBox ?? null, root.title, root.error?.time ?? null]))
  const mark = { viewBox: '0 0 24 24', paths: [] }
  root.show({ title: 'Privacy', brand: { id: 'b', name: 'B', title: 'B', origin: null, mark, files: null } })
  root.fail(new Error('gone'), 1_795_340_000_000)
  end()
  expect(seen).toEqual([
    [null, '', null],
    ['0 0 24 24', 'Privacy', null],
    ['0 0 24 24', 'Privacy', 1_795_340_000_000],
  ])
  expect(root.error?.error).toEqual(new Error('gone'))
})

test('the survey store tells of success or of an alert', () => {
  const seen: unknown[] = []
  const end = autorun(() => seen.push([survey.success, survey.alert]))
  survey.end('Thank you', false)
  survey.end('Promotion list is being updated', true)
  end()
  expect(seen).toEqual([
    [null, null],
    ['Thank you', null],
    [null, 'Promotion list is being updated'],
  ])
})
