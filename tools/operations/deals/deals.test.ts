import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../server/testing/running-server.ts'
import { runHere } from '../../testing/run-here.ts'

test('deals are listed page by page, and a feed is judged before a server reads it', async () => {
  const folder = temporaryFolder()
  const run = async (...words: string[]) => {
    const { status, stdout, stderr } = await runHere(['deals', ...words], { DATA_DIR: folder })
    return { code: status, said: `${stdout}${stderr}`.trim() }
  }
  const all = (await run('list', '--all', '--json')).said.split('\n').map((line) => JSON.parse(line))
  const [first, second] = all as [{ id: string }, { id: string }]
  const page = await run('list', '--limit', '1', '--after', first.id)
  expect(page.said).toMatch(new RegExp(`^${second.id}  (coming|shown|over)  `, 'm'))
  expect(page.said).toContain(`${all.length - 2} more: --after ${second.id}, or --all.`)

  const feed = join(folder, 'feed.json')
  const lamp = {
    ...{ shop: 'Moss', category: 'home', title: 'Lamp', start: '2026-11-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
    markets: { GB: { price: 20, url: 'https://moss.example/lamp' } },
  }
  writeFileSync(feed, JSON.stringify({ locales: ['en'], deals: { lamp, html: { ...lamp, title: '<b>\u001b[31m' } } }))
  const judged = await run('check', feed)
  expect(judged.code).toBe(1)
  expect(judged.said).toMatch(/^deals\.html\.title: /)
  expect(judged.said).not.toContain('\u001b')
  expect(judged.said).toContain('1 deals are valid, 1 are invalid and left out.')
  writeFileSync(feed, '[]')
  expect(await run('check', feed)).toEqual({
    code: 1,
    said: `${feed} must contain a JSON object.`,
  })
})
