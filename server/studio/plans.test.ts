import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { edited } from './outline.ts'
import { openPlans } from './plans.ts'
import { openStudio } from './studio.ts'

const own = 'definitions/forms/solar.json'

/** Servers on one folder and one database, whose clock the test sets. */
async function servers() {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-plans-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await writeTree(folder, smallTree)
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const place = await temporaryPlace()
  const clock = { now: Date.parse('2026-10-20T12:00:00Z') }
  const now = () => clock.now
  const deeds: string[] = []
  const barred: { is: 'right' | 'author' | null } = { is: null }
  async function server() {
    const storage = await temporaryStorage(place)
    const begun = await openSite(folders, { now })
    if (!begun.ok) throw new Error('There is no site')
    const studio = await openStudio({
      ...{ folders, folder: join(folder, 'studio'), live: begun.live, now },
      record: async ({ kind }) => void deeds.push(kind),
      failed: (error) => deeds.push(String(error)),
    })
    onTestFinished(studio.close)
    const plans = openPlans({
      ...{ storage, studio, now, every: null },
      recording(deed) {
        deeds.push(deed.kind)
        return storage
      },
      barred: async () => barred.is,
      failed: (error) => deeds.push(String(error)),
    })
    const plan = (written: string, zone = 'Europe/Berlin') =>
      plans.plan('solar', { who: 'eva', note: '', review: studio.form('solar')?.review ?? '', written, zone })
    return { studio, plans, plan, storage }
  }
  const text = () => readFileSync(join(folder, own), 'utf8')
  const titled = (title: string) => edited(smallTree[own] ?? '', [{ path: ['title'], value: title }])
  return {
    ...{ server, clock, text, titled, deeds, barred, folder, place },
    write: (said: string) => writeFileSync(join(folder, own), said),
  }
}

test('a draft goes live at the time of a zone, once, whichever server is there by then', async () => {
  const { server, clock, text, titled, deeds } = await servers()
  const first = await server()
  expect(await first.plan('2026-10-25T08:00')).toEqual({ ok: false, reason: 'empty' })
  first.studio.write('solar', 'ada', { [own]: titled('Roofs') })
  for (const [written, zone, reason] of [
    ['2026-10-25T08:00', 'Europe/Atlantis', 'zone'],
    ['2026-10-25T08:00', '+02:00', 'zone'],
    ['2027-03-28T02:30', 'Europe/Berlin', 'time'],
    ['tomorrow', 'Europe/Berlin', 'time'],
    ['2026-10-20T13:59', 'Europe/Berlin', 'past'],
    ['2028-01-01T08:00', 'Europe/Berlin', 'far'],
  ] as const)
    expect([written, await first.plan(written, zone)]).toEqual([written, { ok: false, reason }])
  // Clocks go back that night: the time comes twice, and the first counts.
  const made = await first.plan('2026-10-25T02:30')
  expect(made).toMatchObject({
    ok: true,
    plan: { at: Date.parse('2026-10-25T00:30Z'), said: '2026-10-25 02:30 Europe/Berlin' },
  })
  expect(await first.plan('2026-10-26T08:00')).toEqual({ ok: false, reason: 'there' })
  clock.now = Date.parse('2026-10-25T00:29:59Z')
  await first.plans.tick()
  expect(text()).toBe(smallTree[own])
  // It is still planned after a restart.
  const [second, third] = [await server(), await server()]
  clock.now = Date.parse('2026-10-25T00:30Z')
  await Promise.all([first, second, third].map(({ plans }) => plans.tick()))
  expect([text(), (await third.plans.newest('solar'))?.state]).toEqual([titled('Roofs'), 'done'])
  expect(third.studio.releases('solar')).toHaveLength(1)
  expect(deeds.filter((kind) => kind === 'publish')).toHaveLength(1)
  await second.plans.tick()
  expect(deeds.filter((kind) => kind !== 'plan')).toEqual(['publish'])
})

test('what is cancelled, or no longer as it was approved, does not go live, and why is said', async () => {
  const { server, clock, text, titled, deeds, barred, write } = await servers()
  const { studio, plans, plan } = await server()
  const due = async () => {
    clock.now += 24 * 60 * 60_000
    await plans.tick()
    const newest = await plans.newest('solar')
    expect(text()).toBe(smallTree[own])
    clock.now += 1000
    return [newest?.state, newest?.reason]
  }
  studio.write('solar', 'ada', { [own]: titled('Roofs') })
  const made = await plan('2026-10-21T08:00')
  if (!made.ok) throw new Error(made.reason)
  expect([await plans.cancel(made.plan.id, 'eva'), await plans.cancel(made.plan.id, 'eva')]).toEqual([true, false])
  expect(await due()).toEqual(['cancelled', ''])

  await plan('2026-10-22T08:00')
  studio.write('solar', 'ada', { [own]: titled('Other roofs') })
  expect(await due()).toEqual(['refused', 'stale'])

  studio.write('solar', 'ada', { [own]: '{ "title": ' })
  await plan('2026-10-23T08:00')
  expect(await due()).toEqual(['refused', 'mistaken'])

  studio.write('solar', 'ada', { [own]: titled('Roofs') })
  await plan('2026-10-24T08:00')
  barred.is = 'right'
  expect(await due()).toEqual(['refused', 'right'])
  barred.is = null

  await studio.remark('solar', {
    who: 'otto',
    kind: 'changes',
    text: 'Shorter',
    review: studio.form('solar')?.review ?? '',
  })
  await plan('2026-10-25T08:00')
  expect(await due()).toEqual(['refused', 'changes'])
  await studio.remark('solar', { who: 'otto', kind: 'approve', text: '', review: studio.form('solar')?.review ?? '' })
  await plan('2026-10-26T08:00')
  write(`${smallTree[own]}\n`)
  clock.now += 24 * 60 * 60_000
  await plans.tick()
  expect(await plans.newest('solar')).toMatchObject({ state: 'refused', reason: 'stale' })
  write(smallTree[own] ?? '')

  // A server that ended while it was at it: another takes over, without doing it twice.
  clock.now = Date.parse('2026-10-27T00:00Z')
  await plan('2026-10-27T08:00')
  clock.now = Date.parse('2026-10-27T08:00Z')
  await plans.tick()
  expect((await plans.newest('solar'))?.state).toBe('done')
  expect(deeds.filter((kind) => kind === 'publish')).toHaveLength(1)
  expect(deeds.filter((kind) => !['plan', 'cancel-plan', 'plan-refused', 'publish'].includes(kind))).toEqual([])
})

const kills = process.env.TESTS === 'night' ? 200 : 3

test('of two servers that are killed at any moment exactly one puts live what is planned', async () => {
  const { server, clock, text, titled, folder, place } = await servers()
  const script = join(import.meta.dirname, 'testing/plan-until-killed.ts')
  const log = join(folder, 'deeds.txt')
  for (let count = 0; count < kills; count++) {
    const first = await server()
    first.studio.write('solar', 'ada', { [own]: titled(`Roofs ${count}`) })
    const due = clock.now + 60 * 60_000
    const made = await first.plan(new Date(due).toISOString().slice(0, 16), 'UTC')
    if (!made.ok) throw new Error(made.reason)
    await first.studio.close()
    const both = [0, 1].map(() => spawn(process.execPath, [script, folder, place, String(due), log]))
    const said: string[] = []
    for (const child of both) child.stderr.on('data', (data) => said.push(String(data)))
    await Promise.all(both.map((child) => Promise.race([once(child.stdout, 'data'), once(child, 'exit')])))
    await sleep(Math.random() * 400)
    await Promise.all(
      both.map(async (child) => {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }),
    )
    expect(said.join('')).toBe('')
    // The next server waits until those before it must have ended.
    clock.now = due + 4 * 60_000
    const next = await server()
    await next.plans.tick()
    expect([count, (await next.plans.newest('solar'))?.state, text()]).toEqual([
      count,
      'done',
      titled(`Roofs ${count}`),
    ])
    const mine = next.studio.releases('solar').filter(({ plan }) => plan === made.plan.id)
    expect(mine.map(({ state }) => state)).toEqual(['live'])
    await next.studio.close()
  }
}, 900_000)

test('a plan goes on that is said to have begun in the future, as when a clock was set back', async () => {
  const { server, clock, text, titled } = await servers()
  const first = await server()
  first.studio.write('solar', 'ada', { [own]: titled('Roofs') })
  await first.plan('2026-10-21T08:00')
  const begun = { sql: "UPDATE planned_releases SET state = 'running', changed_at = ?", parameters: [clock.now + 2e9] }
  await first.storage.atomic([begun])
  clock.now = Date.parse('2026-10-21T08:00Z')
  await first.plans.tick()
  expect([text(), (await first.plans.newest('solar'))?.state]).toEqual([titled('Roofs'), 'done'])
})

test('what is said of a draft holds for the draft as it was seen, and goes with it', async () => {
  const { server, titled } = await servers()
  const { studio } = await server()
  studio.write('solar', 'ada', { [own]: titled('Roofs') })
  const review = studio.form('solar')?.review ?? ''
  const say = (who: string, kind: 'comment' | 'changes' | 'approve', seen = review) =>
    studio.remark('solar', { who, kind, text: 'So', review: seen })
  expect([await say('ada', 'approve'), await say('eva', 'approve', 'other')]).toMatchObject([
    { reason: 'author' },
    { reason: 'stale' },
  ])
  expect([await say('ada', 'comment', 'other'), await say('eva', 'changes')]).toEqual([{ ok: true }, { ok: true }])
  const as = (who: string) => ({ who, note: '', review, isBarred: async () => false })
  expect(await studio.release('solar', as('otto'))).toEqual({ ok: false, reason: 'changes' })
  await say('eva', 'approve')
  expect(await studio.compare('solar')).toEqual(expect.any(Array))
  expect(await studio.release('solar', as('otto'))).toMatchObject({ ok: true })
  expect(studio.releases('solar')[0]?.remarks?.map(({ who, kind }) => `${who} ${kind}`)).toEqual([
    ...['ada comment', 'eva changes', 'eva approve'],
  ])
})
