import { expect, test } from 'vitest'
import { resolved } from '#engine/core/testing/forms.ts'
import { judgesOf } from './validators.ts'

const form = resolved({
  locales: ['en'],
  title: 'Dates',
  steps: {
    a: {
      title: 'A',
      fields: {
        born: { kind: 'birth-date', title: 'Born' },
        start: { kind: 'date', title: 'Start', earliest: 'today', latest: '+3m' },
        since: { kind: 'month-year', title: 'Since', latest: 'today' },
      },
    },
  },
})

test.each([
  [{ born: '2008-11-21', start: '2026-11-21', since: '2026-11' }, []],
  [{ born: '2008-11-22' }, [['born', 'latest']]],
  [{ born: '1890-01-01' }, [['born', 'earliest']]],
  [{ start: '2026-11-20' }, [['start', 'earliest']]],
  [{ start: '2027-02-22' }, [['start', 'latest']]],
  [{ since: '2026-12' }, [['since', 'latest']]],
  [
    { start: '2026-02-30' },
    [
      ['start', 'format'],
      ['start', 'earliest'],
    ],
  ],
])('%j on 2026-11-21: %j', (values, problems) => {
  expect(judgesOf(form, '2026-11-21')('a')(values).map(({ field, code }) => [field, code])).toEqual(problems)
})
