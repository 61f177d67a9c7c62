import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { listAudit, verifyAudit } from '../audit/audit.ts'
import { opened } from './testing/opened-console.ts'

const at = 'steps.home.fields.residence'

test('a second person reviews a draft, asks for changes, approves it, and gives it a time that can be cancelled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-review-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeTree(folder, smallTree)
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error('There is no site')
  const env = async () => ({ DEFINITIONS_DIR: folders.definitions, LOCALES_DIR: folders.locales })
  const { session, get, post, storage, hash } = await opened({ live: begun.live, env })
  const [author, writer, owner] = [await session('author'), await session('publisher'), await session('owner')]
  const page = async (cookie: string, path = '/studio/solar') => (await get(path, cookie)).text()
  const held = (said: string, name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(said)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  const act = async (cookie: string, what: string, fields: Record<string, string> = {}) => {
    const review = held(await page(cookie), 'review')
    const reply = await post(`/studio/solar/${what}`, cookie, { review, ...fields })
    return { status: reply.status, said: await reply.text(), to: reply.headers.get('location') }
  }
  const seen = held(await page(author.cookie, `/studio/solar/edit?at=${at}`), 'seen')
  await post('/studio/solar/edit', writer.cookie, { at, seen, required: 'yes', [`en ${at}.title`]: 'Is it <yours>?' })

  const open = await page(owner.cookie)
  expect(open).toContain('What it changes for saved answers, leads and partners')
  expect(open).toContain('Approve')
  expect(await page(writer.cookie)).not.toContain('value="approve"')
  expect((await act(writer.cookie, 'remark', { kind: 'approve' })).status).toBe(409)
  expect((await act(author.cookie, 'remark', { kind: 'approve' })).status).toBe(400)
  expect((await act(owner.cookie, 'remark', { kind: 'comment', text: ' ' })).status).toBe(400)
  await act(owner.cookie, 'remark', { kind: 'changes', text: 'No <b>signs</b>, please.' })
  const asked = await page(author.cookie)
  expect(asked).toContain('No &lt;b&gt;signs&lt;/b&gt;, please.')
  expect(asked).toContain('Asked for changes: owner')
  // Who wrote in it may put it live once another has approved it as it is.
  expect((await act(writer.cookie, 'publish')).said).toContain('another person puts it live')
  const time = { at: `${new Date().getUTCFullYear() + 1}-01-04T08:00`, zone: 'Europe/Berlin' }
  expect((await act(writer.cookie, 'plan', time)).said).toContain('another person')
  await act(owner.cookie, 'remark', { kind: 'approve' })
  expect((await act(writer.cookie, 'plan', { ...time, zone: 'Nowhere' })).said).toContain('no such time zone')
  expect((await act(author.cookie, 'plan', time)).status).toBe(403)
  expect(await act(writer.cookie, 'plan', time)).toMatchObject({ status: 303, to: '/studio/solar?done=planned' })
  const planned = await page(writer.cookie)
  expect(planned).toContain('Europe/Berlin, approved by publisher')
  expect(await act(owner.cookie, 'cancel', { plan: held(planned, 'plan') })).toMatchObject({ status: 303 })
  expect((await act(owner.cookie, 'cancel', { plan: held(planned, 'plan') })).status).toBe(409)
  expect(await act(writer.cookie, 'publish')).toMatchObject({ to: '/studio/solar?done=published' })
  const actions = (await listAudit(storage, { limit: 20 })).map(({ action }) => action)
  for (const each of ['plan', 'cancel-plan', 'publish']) expect(actions).toContain(`definitions.${each}`)
  expect(await verifyAudit(storage, hash)).toMatchObject({ problems: [] })
})
