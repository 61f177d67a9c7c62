// `leadwright bench faults offers` does it with 1,000 leads.
import { expect, test } from 'vitest'
import { temporaryPlace } from '../storage/testing/temporary-storage.ts'
import { offersUnderKills } from '../testing/offers-under-kills.ts'

test('servers are killed while partners hang, fail, answer twice and answer late: each lead is shown its own offers, once', async () => {
  const place = await temporaryPlace()
  const postgres = place.startsWith('postgres:') ? place : null
  const { wrong, lines } = await offersUnderKills({ leads: 12, kills: 1, postgres })
  expect(wrong, lines.join('\n')).toEqual([])
}, 300_000)
