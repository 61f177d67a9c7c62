import { readFile } from 'node:fs/promises'
import { isTree } from '#engine/form/model/merge-patch.ts'
import { fetchFeed } from '#server/deals/fetch-feed.ts'
import { readFeed } from '#server/deals/read-feed.ts'
import { fail } from '../../terminal/fail.ts'
import { printLines } from '../../terminal/print-lines.ts'
import { printable } from '../../terminal/printable.ts'
import type { Found } from './on-definitions.ts'

/** Says what of a feed a server would leave out. */
export async function checkFeed(file: string | undefined, { json }: { json: boolean }, found: Found): Promise<void> {
  const { catalog } = found
  const upstream = catalog.site.deals?.upstream
  if (file === undefined && !upstream)
    return console.log(`deals.json is served, and has no mistake: ${catalog.deals.length} deals.`)
  const read = file === undefined ? await fetched(found) : await readJson(file)
  if (!read.ok) return fail(read.reason)
  const result = readFeed(read.feed, catalog)
  if (!result.ok) return fail(`The feed is refused. ${printable(result.reason, 0)}`)
  await printLines(result.leftOut.map((line) => (json ? JSON.stringify({ leftOut: line }) : printable(line, 0))))
  if (!json) console.log(`${result.deals.length} deals can be used, ${result.leftOut.length} are left out.`)
  if (result.leftOut.length > 0) process.exitCode = 1
}

type Read = { ok: true; feed: object } | { ok: false; reason: string }

async function fetched({ catalog, config, outbound }: Found): Promise<Read> {
  const upstream = catalog.site.deals?.upstream
  if (!upstream) return { ok: false, reason: 'site.json names no upstream.' }
  const { tokenVariable } = upstream
  const token = tokenVariable === undefined ? null : (config.secret(tokenVariable) ?? null)
  if (tokenVariable !== undefined && token === null) return { ok: false, reason: `${tokenVariable} is not set.` }
  const answer = await fetchFeed({ upstream, token, known: null, outbound, now: Date.now, timeoutMs: 30_000 })
  return answer.kind === 'failed' ? { ok: false, reason: answer.reason } : { ok: true, feed: answer.kept.feed }
}

async function readJson(file: string): Promise<Read> {
  try {
    const feed: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isTree(feed) ? { ok: true, feed } : { ok: false, reason: `${file} holds no JSON object.` }
  } catch (error) {
    return { ok: false, reason: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
