import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadSite } from '../../engine/node/load.ts'
import { folders } from '../../engine/node/testing/repository.ts'
import type { Site } from '../../engine/site/site.ts'
import type { Parts } from '../app.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { patiently } from '../testing/patiently.ts'
import { temporaryFolder } from '../testing/running-server.ts'

/** The repository's site with another title of a page. */
async function changedPrivacy(): Promise<Site> {
  const folder = temporaryFolder()
  cpSync(folders.definitions, folder, { recursive: true })
  const file = join(folder, 'pages/general/privacy.json')
  const page = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...page, title: 'Privacy, as it is now' }))
  const changed = await loadSite({ ...folders, definitions: folder })
  if (!changed.ok) throw new Error('The definitions have problems.')
  return changed.site
}

test('a page rendered while the site changes is not kept', async () => {
  const changed = await changedPrivacy()
  // Rendering takes as long as the test wants.
  let finish = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isChanged = false
  const { origin } = await appOn(await temporaryStorage(), ({ live, render }) => ({
    live: { ...live, current: () => (isChanged ? changed : live.current()) },
    render: {
      ...render,
      render: async (url, host) => {
        const rendered = await render.render(url, host)
        begun()
        await mayFinish
        return rendered
      },
    },
  }))
  const title = async (path: string) => {
    const reply = await patiently(() => fetch(origin + path))
    return /<title>([^<]*)/.exec(await reply.text())?.[1]
  }
  const before = title('/privacy')
  await isBegun
  isChanged = true
  // Somebody else asks for a page of the new site meanwhile.
  const other = title('/de/privacy')
  finish()
  expect(await before).not.toContain('as it is now')
  expect(await other).toContain('Datenschutz')
  expect(await title('/privacy')).toContain('as it is now')
})

/** The app with a renderer that counts its renders, holds them until the test lets go, and fails the first `fails`. */
async function heldRenders(fails = 0, current?: (live: Parts['live']) => Site) {
  const held = { asked: 0, renders: 0, letGo: () => {} }
  const mayFinish = new Promise<void>((resolve) => {
    held.letGo = resolve
  })
  const { app } = await appOn(await temporaryStorage(), ({ live, render, deals }) => ({
    // Called once by each request for a page that is not cached.
    deals: {
      ...deals,
      shelf() {
        held.asked += 1
        return deals.shelf()
      },
    },
    live: { ...live, current: () => current?.(live) ?? live.current() },
    render: {
      ...render,
      render: async (url, host) => {
        held.renders += 1
        const isToFail = held.renders <= fails
        await mayFinish
        if (isToFail) throw new Error('A render that fails.')
        return render.render(url, host)
      },
    },
  }))
  /** Waits until so many requests wait for a page. */
  const reached = (count: number) => vi.waitFor(() => expect(held.asked).toBe(count), { timeout: 10_000 })
  return { held, reached, get: (url: string) => app.inject({ url }) }
}

test('requests that come while a cold page is rendered share that render', async () => {
  const { held, reached, get } = await heldRenders()
  const urls = Array.from({ length: 60 }, (_, number) => `/privacy?utm_source=mail-${number}`)
  const replies = urls.map((url) => get(url))
  const other = get('/de/privacy')
  await reached(61)
  held.letGo()
  const pages = await Promise.all(replies)
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  expect((await other).body).toContain('Datenschutz')
  expect(held.renders).toBe(2)
  // Each address is known from then on.
  await Promise.all(urls.map((url) => get(url)))
  expect(held.renders).toBe(2)
})

test('a render that fails is an error to each that waited for it, and is not kept', async () => {
  const { held, reached, get } = await heldRenders(1)
  const replies = [get('/privacy'), get('/privacy'), get('/privacy')]
  await reached(3)
  held.letGo()
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  expect(held.renders).toBe(1)
  expect((await get('/privacy')).statusCode).toBe(200)
  expect(held.renders).toBe(2)
})

test('definitions that change while a page is rendered are rendered for who asks after that', async () => {
  const changed = await changedPrivacy()
  let isChanged = false
  const { held, reached, get } = await heldRenders(0, (live) => (isChanged ? changed : live.current()))
  const before = [get('/privacy'), get('/privacy')]
  await reached(2)
  isChanged = true
  const after = [get('/privacy'), get('/privacy')]
  await reached(4)
  held.letGo()
  for (const reply of await Promise.all(before)) expect(reply.body).not.toContain('Privacy, as it is now')
  for (const reply of await Promise.all(after)) expect(reply.body).toContain('Privacy, as it is now')
  expect(held.renders).toBe(2)
})

test('a page gets its best compression once it is asked for again', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const isQuick = async (path: string) => {
    const { headers } = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
    return headers.get('etag')?.includes('quick')
  }
  expect(await isQuick('/privacy')).toBe(true)
  // Bodies are compressed one after the other: this one's turn comes after that of any before.
  await vi.waitFor(async () => expect(await isQuick('/de/privacy')).toBe(false), { timeout: 20_000 })
  expect(await isQuick('/privacy')).toBe(true)
  await vi.waitFor(async () => expect(await isQuick('/privacy')).toBe(false), { timeout: 20_000 })
})

test('a cached page is answered as it was rendered, except for what depends on the request', async () => {
  const { origin, app } = await appOn(await temporaryStorage())
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, { method, headers: { 'accept-encoding': 'br', ...headers }, redirect: 'manual' })
  /** Asks until the page has its best compression, then three times: the first answer is kept for the others. */
  const known = async (path: string) => {
    await vi.waitFor(async () => expect((await ask(path)).headers.get('etag')).not.toContain('quick'), {
      timeout: 20_000,
    })
    const replies = [await ask(path), await ask(path), await ask(path)]
    const [first, ...others] = replies.map(({ status, headers }) => [
      status,
      [...headers].filter(([name]) => name !== 'date'),
    ])
    for (const other of others) expect(other).toEqual(first)
    const bodies = await Promise.all(replies.map((reply) => reply.text()))
    expect(new Set(bodies).size).toBe(1)
    return replies[2] as Response
  }
  const reply = await known('/privacy')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reply.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const etag = reply.headers.get('etag') ?? ''
  expect((await ask('/privacy', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304)
  const head = await ask('/privacy', {}, 'HEAD')
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  expect((await ask('/privacy', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  expect((await ask('/privacy', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  expect((await ask('/privacy', { cookie: 'sent=0000-0000' })).status).toBe(200)
  await known('/')
  const moved = await ask('/', { cookie: 'language=de' })
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/de'])
  const { body } = await app.inject({ url: '/metrics' })
  const counted = /leadwright_request_seconds_count\{method="GET",route="\/\*",status="200"\} (\d+)/.exec(body)?.[1]
  expect(Number(counted)).toBeGreaterThan(8)
})
