import type { Site } from '#engine/site'
import type { Folders } from './disk-files.ts'
import { type FolderThread, folderThread } from './folder-thread.ts'
import { goodSite, type ProveForms, type QuarantinedDefinition } from './good-site.ts'
import type { LocatedProblem } from './load.ts'
import { type ParsedFile, readSources } from './read-sources.ts'
import { SourceCache } from './source-cache.ts'

/** A definition that is quarantined, and since when, in ms since the epoch. */
export type QuarantinedSince = QuarantinedDefinition & { since: number }

/** All that is good of what the folders hold, with the last good version of what is not. */
export interface LiveSite {
  current: () => Site
  /** The files it is made of. */
  files: () => readonly ParsedFile[]
  loadedAt: () => number
  /** What is not live as the folders have it now, by definition. */
  quarantined: () => readonly QuarantinedSince[]
  /** Why the folders cannot be read; null when they can. */
  unreadable: () => { since: number; reason: string } | null
  /** Watches the folders from now on, and tells what becomes of each change after `quiet` ms without another. */
  follow: (events: SiteEvents, quiet?: number) => void
  /** Watches no more, and resolves when a load under way has ended, unless it hangs. */
  close: () => Promise<void>
  /** Whether something still waits for a drive that hangs, after closing: it keeps a process from ending by itself. */
  isHeld: () => boolean
}

interface SiteEvents {
  /** A change went live: the site after it and the one before. */
  onLive?: (site: Site, before: Site) => void
  /** Other definitions are quarantined than before; perhaps none any more. */
  onQuarantine?: (quarantined: readonly QuarantinedSince[]) => void
  onUnreadable?: (reason: string) => void
  /** What is live now is good, proven and as new as can be. */
  onSettled?: () => void
}

interface Options {
  now: () => number
  /** The files that were live last, before this process. The folders are read while it is waited for. */
  lastGood?: readonly ParsedFile[] | Promise<readonly ParsedFile[]>
  prove?: ProveForms
  /** Called before the folders are read again, for what definitions name besides other definitions. */
  before?: () => Promise<void>
  /** Proves what was live from the start, once it is followed; changes do not wait for it. */
  proveLive?: (site: Site) => Promise<void>
  /** Whether drafts are shown to everybody, as where they are written. */
  drafts?: boolean
}

/** For how long a file that vanished counts as it last was, in ms: editors and git remove files to write them anew. */
const grace = 500

/** After how long folders that could not be read are tried again, in ms. */
const queryDeadline = 1000

/** The site of the folders, ready to follow them; or why there is none: site.json has problems and never was good. */
export async function openSite(
  folders: Folders,
  { now, lastGood: known = [], prove, before, proveLive, drafts = false }: Options,
): Promise<{ ok: true; live: LiveSite } | { ok: false; problems: readonly LocatedProblem[] }> {
  const cache = new SourceCache(grace)
  let unreadable: { since: number; reason: string } | null = null
  const [read, lastGood] = await Promise.all([readSources(folders, cache).catch((error: Error) => error), known])
  if (read instanceof Error) {
    if (lastGood.length === 0) throw read
    unreadable = { since: now(), reason: reasonOf(read) }
  }
  const present = read instanceof Error ? lastGood : read
  // What was never live has nothing to protect: it is proven when it is followed.
  const first = await goodSite(present, lastGood, lastGood.length > 0 ? prove : undefined)
  if (!first.ok) return first
  const shown = (site: Site) => (drafts ? site.authoring.withDrafts() : site)
  let current = shown(first.value)
  let files = first.files
  /** What the folders held when they were last judged, and whether that was proven too. */
  let judged: readonly ParsedFile[] = present
  let isProven = prove === undefined || proveLive !== undefined || lastGood.length > 0
  let loadedAt = now()
  let quarantined = since(first.quarantined, [], first.value)
  /** Since when the folders' drive gives no answer; null while it does. */
  let silentSince: number | null = null
  let loading = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  let thread: FolderThread | undefined
  let isClosed = false
  let isHeld = false

  /** @param site what is live beside them */
  function since(
    found: readonly QuarantinedDefinition[],
    known: readonly QuarantinedSince[],
    site: Site,
  ): QuarantinedSince[] {
    return found.map((one) => {
      const before = known.find(({ definition }) => definition === one.definition)
      const live = isSeen(one.definition, shown(site)) ? one.live : 'absent'
      return { ...one, live, since: before?.since ?? now() }
    })
  }

  async function load(events: SiteEvents): Promise<void> {
    await before?.()
    const found = await readSources(folders, cache, thread?.look)
    if (isClosed) return
    if (isProven && areSame(found, judged)) {
      unreadable = null
      events.onSettled?.()
      return
    }
    const good = await goodSite(found, files, prove)
    unreadable = null
    judged = found
    isProven = true
    if (!good.ok) throw new Error('What was live is no longer good')
    const last = current
    const reported = JSON.stringify(quarantined)
    quarantined = since(good.quarantined, quarantined, good.value)
    files = good.files
    if (shown(good.value).hash !== current.hash) {
      current = shown(good.value)
      loadedAt = now()
      events.onLive?.(current, last)
    }
    if (JSON.stringify(quarantined) !== reported) events.onQuarantine?.(quarantined)
    events.onSettled?.()
  }

  return {
    ok: true,
    live: {
      current: () => current,
      files: () => files,
      loadedAt: () => loadedAt,
      quarantined: () => quarantined,
      unreadable: () => (silentSince === null ? unreadable : { since: silentSince, reason: noAnswer }),
      follow(events, quiet) {
        const reload = () => {
          clearTimeout(again)
          // One after the other, so that an older state never overtakes a newer one.
          loading = loading.then(async () => {
            if (isClosed) return
            try {
              await load(events)
              if (cache.isWaiting) again = setTimeout(reload, grace)
            } catch (error) {
              if (isClosed) return
              // Whatever it is, what is live stays; nothing the folders hold may end the process.
              const reason = reasonOf(error)
              if (unreadable?.reason !== reason) events.onUnreadable?.(reason)
              unreadable = { since: unreadable?.since ?? now(), reason }
              again = setTimeout(reload, queryDeadline)
            }
          })
        }
        thread = folderThread(
          // Only what a thread can be given.
          { folders: { definitions: folders.definitions, locales: folders.locales }, quiet },
          {
            onChange() {
              cache.waitOn()
              reload()
            },
            onSilent() {
              silentSince = now()
              events.onUnreadable?.(noAnswer)
            },
            onAnswer() {
              silentSince = null
              reload()
            },
          },
        )
        void proveLive?.(first.value).then(() => {
          // What was found is judged with the files.
          isProven = false
          if (!isClosed) reload()
        })
        reload()
      },
      async close() {
        isClosed = true
        isHeld = thread !== undefined && !(await thread.close())
        if (!isHeld) await loading
        clearTimeout(again)
      },
      isHeld: () => isHeld,
    },
  }
}

/** Whether visitors can see a definition: a last good version that is a draft is as good as none to them. */
function isSeen(
  definition: string,
  { forms: { version: form }, pages: { all: pages }, blog: { articles }, definition: site }: Site,
): boolean {
  const [folder, id = ''] = definition.split('/')
  const locales = Object.keys(site.locales)
  if (folder === 'forms') return locales.some((locale) => form(id, locale) !== null)
  if (folder === 'pages') return pages.some((page) => page.id === id)
  if (folder === 'blog') return locales.some((locale) => articles(locale).some((article) => article.id === id))
  return true
}

/** Why nothing is read from a drive that hangs. */
const noAnswer = 'The drive that they are on gives no answer.'

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether no file was read anew. */
function areSame(one: readonly ParsedFile[], other: readonly ParsedFile[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ file, parsed }, index) => {
      const same = other[index]
      return same?.file === file && same.parsed === parsed
    })
  )
}
