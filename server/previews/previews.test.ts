import { expect, test } from 'vitest'
import type { KeyedHash } from '../storage/settings.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { previewPath } from './previews.ts'

test('a preview address ends when its time is over, and so does what it opened', async () => {
  let now = Date.now()
  const keys: KeyedHash[] = []
  const { origin } = await appOn(
    await temporaryStorage(),
    ({ hash }) => {
      keys.push(hash)
      return {}
    },
    { now: () => now },
  )
  const path = previewPath(keys[0] as KeyedHash, 'page', 'home-insurance', now + 60_000)
  const open = () => fetch(origin + path, { redirect: 'manual' })
  const opened = await open()
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/insurance/home-insurance'])
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const look = async (headers: Record<string, string>) =>
    (await fetch(`${origin}/insurance/home-insurance`, { headers })).headers.get('cache-control')
  expect([await look({ cookie: `other=1; ${cookie}` }), await look({})]).toEqual(['private, no-store', 'no-cache'])
  now += 61_000
  expect([(await open()).status, await look({ cookie })]).toEqual([404, 'no-cache'])
  for (const wrong of ['/preview/form/loan', '/preview/partner/demo?pass=1.2', '/preview/form/nothing?pass=1'])
    expect((await fetch(origin + wrong, { redirect: 'manual' })).status).toBe(404)
})
