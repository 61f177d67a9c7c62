import { join } from 'node:path'
import type { Site } from '../../site/site.ts'
import { type LiveSite, openSite } from '../live-site.ts'

const root = join(import.meta.dirname, '../../..')

/** The repository's own definitions and words. */
export const folders = { definitions: join(root, 'definitions'), locales: join(root, 'locales') }

let opened: Promise<LiveSite> | undefined

/** The repository's own site, read once in a process and followed by nobody: it is not to be closed. */
export function repositoryLive(): Promise<LiveSite> {
  opened ??= open()
  return opened
}

/** The same as it stands. */
export async function repositorySite(): Promise<Site> {
  return (await repositoryLive()).current()
}

async function open(): Promise<LiveSite> {
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  return begun.live
}
