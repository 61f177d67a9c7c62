import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { assemble, type FormChange } from '#engine/authoring'
import {
  contentHash,
  type Folders,
  type KeptFile,
  type LiveSite,
  mostBytes,
  type ParsedFile,
  parsedFile,
  parseJson,
  readSchemas,
} from '#engine/node'
import type { Site } from '#engine/site'
import {
  type Change,
  openFiles,
  type RefusedFile,
  replaceNow,
  type Saved,
  type StudioFile,
  type StudioFolder,
  sweep,
  versionOf,
} from './files.ts'
import { type History, mayBeLocked, type Obstacle, openHistory } from './history.ts'
import type { CompareRequest, JudgeRequest, TextsFound, TextsRequest, Verdict } from './judge-worker.ts'
import { type Conflict, edited, merged, valueAt } from './outline.ts'
import { confirmedName, confirmedTexts, isConfirmedName, type TextRow, textRows, withConfirmed } from './translators.ts'
import { openUndo } from './undo.ts'

/** A draft of a form, as it is kept. */
interface Draft {
  form: string
  /** The ids of those who wrote in it. */
  authors: string[]
  /** ISO 8601. */
  changedAt: string
  /** Copies of what differs from the live files, each with the version that it was made from; null where there was none. */
  files: Record<string, { base: string | null; text: string }>
  /** The last commit of its branch, where the definitions are in a git repository. */
  tip?: string
  /** What was said of it, oldest first. */
  remarks?: Remark[]
  /** What others changed in its branch otherwise than the draft has it, until somebody has seen both. */
  conflicts?: Conflict[]
}

/** What a person says of a draft. */
export interface Remark {
  who: string
  /** ISO 8601. */
  at: string
  /** changes: it is not to go live before something is changed, until the same person approves; approve: it may. */
  kind: 'comment' | 'changes' | 'approve'
  text: string
  /** What they had seen of the draft. */
  review: string
}

/** A form, a group of questions, a page or a partner as the studio shows it: its draft, over what the folders hold. */
export interface StudioForm {
  /** What it is edited under: a form's id, or groups.contact, pages.home or partners.acme. */
  id: string
  /** Where its files are. */
  folder: StudioFolder
  /** Its languages, that of its own file first. */
  locales: readonly string[]
  /** The name of the file that holds the words of each language. */
  names: Readonly<Record<string, string>>
  /** The files as the draft has them, whatever languages it leaves; null where there is none. */
  texts: ReadonlyMap<string, string | null>
  /** The files as the folders have them. */
  live: ReadonlyMap<string, StudioFile | null>
  /** Of its draft; null where it has none. */
  draft: Pick<Draft, 'authors' | 'changedAt' | 'remarks' | 'conflicts'> | null
  /** The files of the draft that were changed in the folders after it began. */
  overtaken: readonly string[]
  /** What a person has seen of the draft who decides on it: a hash of each file, what it was made from and what is live. */
  review: string
  /** What the form's own file says; null where it is not JSON. */
  value: Readonly<Record<string, unknown>> | null
}

/** What was put live at once. */
export interface Release {
  number: number
  form: string
  /** ISO 8601. */
  at: string
  /** The id of who put it live, and of those who wrote it. */
  by: string
  authors: readonly string[]
  /** What was said of it. */
  note: string
  /** What was said of the draft. */
  remarks?: readonly Remark[]
  /** The id of the plan that put it live. */
  plan?: string
  /** The id of who takes it back, or did. */
  backBy?: string
  /**
   * prepared, return-prepared: no file is replaced yet, and there may be an entry in the audit; begun, returning: the entry is
   * made, and files are replaced. They last for a moment, or until the server is back.
   */
  state: 'prepared' | 'begun' | 'live' | 'return-prepared' | 'returning' | 'taken-back'
  /** Where the definitions are in a git repository: the commit; or what keeps git from it so far. It is tried again. */
  commit?: string
  due?: true | Obstacle
  files: readonly { name: string; before: string | null; after: string | null }[]
}

/** What a person does, for the audit: before it is done, or that it was not done after all. */
export interface StudioDeed {
  kind:
    | 'publish'
    | 'not-published'
    | 'take-back'
    | 'not-taken-back'
    | 'discard'
    | 'not-discarded'
    | 'plan'
    | 'cancel-plan'
    | 'plan-refused'

  who: string
  form: string
  release?: Release
  /** When it is to go live. */
  said?: string
}

/** A form as it is listed. */
export interface ListedForm extends Pick<StudioForm, 'id' | 'folder' | 'draft'> {
  /** Its title in its own file, as the draft has it; its id where it has none. */
  title: string
  /** Those that its own file names. */
  locales: readonly string[]
}

export type Released =
  | { ok: true; release: Release }
  /**
   * empty: there is no draft; mistaken: the check or the proof found something; unjudged: they took too long; moved: the site
   * changed meanwhile; author: another person has to do it; changes: somebody asked for changes; unknown:
   * no such release.
   */
  | { ok: false; reason: 'empty' | 'mistaken' | 'unjudged' | 'moved' | 'author' | 'changes' | 'unknown' }
  /** git could not commit it. Nothing was done. */
  | { ok: false; reason: 'git'; obstacle: Obstacle }
  | Stale
  | Extract<Saved, { ok: false }>

/** The draft or the live files are other than who decided has seen. Nothing was done. */
export interface Stale {
  ok: false
  reason: 'stale'
  /** The files that are. */
  names: string[]
}

export interface Studio {
  /** All forms of the folders, and those that only have a draft. */
  list(): ListedForm[]
  form(id: string): StudioForm | null
  /**
   * Begins a draft of what there is not yet.
   * @param text its own file
   * @param needs files of others that it needs, by their names: those that there are not go live with it
   */
  create(id: string, who: string, text: string, needs?: ReadonlyMap<string, string>): { ok: true } | RefusedFile
  /** Takes over what was committed to a draft's branch by others. Without git it does nothing. */
  follow(id: string): Promise<void>
  /** The same of all drafts, once: those that only have a branch are listed from then on. */
  followAll(): Promise<void>
  /**
   * Writes texts into a form's draft, and begins one where there is none. What is as in the folders is left out; a draft
   * without a difference is none.
   * @param who the id of who writes
   */
  write(id: string, who: string, texts: Readonly<Record<string, string>>): { ok: true } | RefusedFile
  /** The last edit of a draft that can be undone, and how many there are; null where there is none. */
  lastEdit(id: string): { who: string; at: string; count: number } | null
  /** Undoes the last edit of a draft. @param count how many edits there were when it was asked for */
  undo(id: string, who: string, count: number): { ok: true } | Stale | RefusedFile
  /** What the folders have now becomes what the draft replaces: its author has seen both. */
  accept(id: string, review: string): Promise<{ ok: true } | Stale>
  discard(id: string, by: { who: string; review: string }): Promise<{ ok: true } | Stale>
  /** Says something of a draft as it was seen. Who approves has not written in it. */
  remark(id: string, by: Omit<Remark, 'at'>): Promise<{ ok: true } | Stale | { ok: false; reason: 'empty' | 'author' }>
  /** What a draft changes for saved answers, leads and partners; null where that cannot be said. */
  compare(id: string): Promise<FormChange[] | null>
  /** The texts that are translated into a language, as the draft has them; null without a usable site.json. */
  texts(id: string, locale: string): { source: string; rows: TextRow[] } | null
  /** The same of all its languages, with what the writing guide says of them, read in a thread; null where that is not known. */
  guidedTexts(id: string): Promise<TextsFound | null>
  /** Writes translations into the draft, and which of them fit their sources. */
  translate(id: string, who: string, translated: readonly Translated[]): { ok: true } | RefusedFile
  /** A form as it would be with texts that are not saved; null where there is no such form or file. */
  typed(id: string, texts: Readonly<Record<string, string>>): StudioForm | null
  /** Commits a file that was added to the definitions, where there is git, and judges drafts with it from now on. */
  added(name: string, content: Uint8Array, who: string): Promise<void>
  /** Checks and proves a form as its draft has it, or as it was typed, in a thread; null when that takes too long. */
  judge(of: string | StudioForm): Promise<Verdict | null>
  /**
   * The site as if the draft were live, for previews; null where the check finds mistakes.
   * @param of of what was typed the check is not waited for: the site is null only where none can be made of it
   */
  site(of: string | StudioForm): Promise<Site | null>
  /**
   * Puts a draft live as it was reviewed: all its files or none.
   * @param by whether another person has to do it depends on who wrote it, as it then is
   */
  release(id: string, by: Releasing): Promise<Released>
  /** Brings back what a release replaced. What it had put live becomes a draft again, where there is no other. */
  takeBack(number: number, who: string): Promise<Released>
  /** What was put live of a form, or of all of them, newest first. @param most how many of them */
  releases(id: string | null, most?: number): Release[]
  /** Whether a person has taken or skipped the tour. */
  isToured(who: string): boolean
  tour(who: string): void
  close(): Promise<void>
}

/** A translation as somebody wrote it. */
export interface Translated {
  row: TextRow
  text: string
  isConfirmed: boolean
}

interface Releasing {
  who: string
  note: string
  review: string
  /** The id of the plan that is carried out. */
  plan?: string
  isBarred: (authors: readonly string[]) => Promise<boolean>
}

interface Parts {
  folders: Folders
  /** Where drafts and releases are kept. Nothing in it is served. */
  folder: string
  live: Pick<LiveSite, 'current' | 'files'>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Whether a server may be at work on the same folders: nothing is finished for it, and nothing goes live. */
  isGuest?: boolean
  /** How a person is called, for commits: a name, no address. */
  nameOf?: (id: string) => Promise<string>
  /** Called before a deed changes anything: what it throws keeps all as it was. */
  record: (deed: StudioDeed) => Promise<void>
  /** Told what kept something that had begun from being finished. It is tried again. */
  failed: (error: unknown) => void
}

/** Forms are edited under their ids, others under their folder, too: groups.contact, pages.home, partners.acme. */
const idPattern = /^(?:(?:groups|pages|partners)\.)?[a-z][a-z0-9_-]{0,99}$/

/** What is edited under its folder and its name. */
const otherFolders: readonly string[] = ['groups', 'pages', 'partners'] satisfies StudioFolder[]

/** The folder and the name of what is edited under an id. */
export function placeOfId(id: string): { folder: StudioFolder; name: string } {
  const [first = '', name] = id.split('.')
  return name === undefined ? { folder: 'forms', name: first } : { folder: first as StudioFolder, name }
}

const idIn = (folder: string, name: string) => (folder === 'forms' ? name : `${folder}.${name}`)

/** For how long a draft is judged, in ms: a thread that has just begun reads everything first. */
const judgeTime = 60_000

/** After this time without a draft to judge the thread ends, in ms. */
const idleTime = 10 * 60_000

/** Opens the studio of a server, and finishes what one before it had begun. */
export async function openStudio(parts: Parts): Promise<Studio> {
  const {
    folders,
    folder,
    live,
    now,
    record,
    failed,
    isGuest = false,
    nameOf: named = async (id: string) => id,
  } = parts
  // Each is in one line of a commit.
  const nameOf = async (id: string) => (await named(id)).replace(/\s+/g, ' ')
  const files = openFiles(folders)
  let opened: Promise<History> | undefined
  /** Looks for git when it is first needed: that starts programs, for which no visitor is to wait. */
  const history = () => {
    opened ??= openHistory(folders, folder)
    return opened
  }
  const [drafts, releasesFolder] = [join(folder, 'drafts'), join(folder, 'releases')]
  const at = () => new Date(now()).toISOString()
  const edits = openUndo(join(folder, 'undo'))
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = last.then(run, run)
    last = mine.catch(() => {})
    return mine
  }

  const draftFile = (id: string) => join(drafts, `${id}.json`)
  const readDraft = (id: string) => readOwn<Draft>(draftFile(id))

  function keepDraft(draft: Draft): void {
    if (Object.keys(draft.files).length === 0) rmSync(draftFile(draft.form), { force: true })
    else replaceNow(draftFile(draft.form), JSON.stringify(draft, null, 2))
  }

  function list(): ListedForm[] {
    const there = live
      .files()
      .flatMap(({ folder, locale, id }) => (locale === null && otherFolders.includes(folder) ? `${folder}.${id}` : []))
    const named = new Set([...namesIn(join(folders.definitions, 'forms')), ...there, ...namesIn(drafts)])
    return [...named].sort().flatMap((id): ListedForm[] => {
      if (!idPattern.test(id)) return []
      const [own, draft] = [formName(id), readDraft(id)]
      const value = objectIn(draft?.files[own]?.text ?? read(own)?.text)
      const { folder, name } = placeOfId(id)
      const said = value?.title ?? (folder === 'partners' ? value?.name : undefined)
      const title = typeof said === 'string' ? said : name
      return [{ id, folder, title, locales: localesOf(value) ?? [], draft }]
    })
  }

  /** The file of what is edited; pages may be in folders of their own. @param locale null for its own file */
  function nameOfFile(id: string, locale: string | null): string {
    const { folder, name } = placeOfId(id)
    const { area } = fileOf(id, null) ?? {}
    const parts = [locale === null ? 'definitions' : `locales/${locale}`, folder, ...(area === undefined ? [] : [area])]
    return `${parts.join('/')}/${name}.json`
  }

  const fileOf = (id: string, locale: string | null) => {
    const { folder, name } = placeOfId(id)
    return live.files().find((file) => file.folder === folder && file.id === name && file.locale === locale)
  }

  const formName = (id: string) => nameOfFile(id, null)
  const siteLocales = () => Object.keys(live.current().definition.locales)

  function read(name: string): StudioFile | null {
    const found = files.read(name)
    return found.ok ? found.file : null
  }

  function form(id: string): StudioForm | null {
    if (!idPattern.test(id)) return null
    const own = formName(id)
    const draft = readDraft(id)
    const ownText = draft?.files[own]?.text ?? read(own)?.text
    if (ownText === undefined) return null
    const value = objectIn(ownText)
    const before = objectIn(read(own)?.text)
    const { variantOf } = value ?? before ?? {}
    const { folder } = placeOfId(id)
    const varied = idIn(folder, String(variantOf))
    const base = variantOf !== undefined && idPattern.test(varied) ? objectIn(read(formName(varied))?.text) : null
    // While the draft is no JSON, its languages are those that it had.
    const said = [value, before, base].map(localesOf).find((found) => found !== null)
    // A partner has no words of its own.
    const locales = said ?? (folder === 'groups' ? siteLocales() : siteLocales().slice(0, 1))
    const names = Object.fromEntries(locales.map((locale, at) => [locale, at === 0 ? own : nameOfFile(id, locale)]))
    // What the draft has in a language that the form no longer has would go live, too.
    const all = new Set([...Object.values(names), ...Object.keys(draft?.files ?? {})])
    const live = new Map([...all].map((name) => [name, read(name)]))
    const texts = new Map([...live].map(([name, file]) => [name, draft?.files[name]?.text ?? file?.text ?? null]))
    const overtaken = Object.entries(draft?.files ?? {}).flatMap(([name, { base }]) =>
      (read(name)?.version ?? null) === base ? [] : [name],
    )
    const reviewed = Object.entries(draft?.files ?? {}).map(
      ([name, { base, text }]) => `${name}=${versionOf(JSON.stringify([base, text, live.get(name)?.version ?? null]))}`,
    )
    return { id, folder, locales, names, texts, live, draft, overtaken, review: reviewed.sort().join(' '), value }
  }

  /** What differs from what a person has seen; null where nothing does. */
  function staleIn(id: string, review: string): Stale | null {
    const now = form(id)?.review ?? ''
    if (now === review) return null
    const [before, after] = [review.split(' '), now.split(' ')]
    const other = [
      ...before.filter((each) => !after.includes(each)),
      ...after.filter((each) => !before.includes(each)),
    ].map((each) => each.split('=')[0] ?? '')
    return { ok: false, reason: 'stale', names: [...new Set(other)].filter((name) => name !== '').sort() }
  }

  function write(id: string, who: string, texts: Readonly<Record<string, string>>): { ok: true } | RefusedFile {
    const found = form(id)
    if (!found) return { ok: false, name: formName(id), reason: 'absent' }
    const draft = readDraft(id) ?? { form: id, authors: [], changedAt: at(), files: {} }
    const before = { ...draft.files }
    for (const [name, text] of Object.entries(texts)) {
      const isOwn = found.texts.has(name)
      if (!isOwn && !Object.values(found.names).some((each) => confirmedName(each) === name))
        return { ok: false, name, reason: 'name' }
      if (Buffer.byteLength(text) > mostBytes) return { ok: false, name, reason: 'large' }
      const now = (isOwn ? found.live.get(name) : read(name)) ?? null
      const base = draft.files[name] ? draft.files[name].base : (now?.version ?? null)
      if (text === now?.text && base === now.version) delete draft.files[name]
      else draft.files[name] = { base, text }
    }
    const authors = [...new Set([...draft.authors, who])]
    try {
      edits.note(id, { who, at: at(), before, after: draft.files })
      keepDraft({ ...draft, authors, changedAt: at() })
      branchLater(id, who)
      return { ok: true }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return { ok: false, name: formName(id), reason: 'disk', detail: code }
    }
  }

  const namesOf = (draft: Pick<Draft, 'files'> | null) => Object.keys(draft?.files ?? {})

  /** @param brought files that the draft has besides its own */
  const isOwnOf = (id: string, brought: readonly string[] = namesOf(readDraft(id))) => {
    const names = new Set(brought)
    return (name: string) =>
      name === formName(id) ||
      names.has(name) ||
      (name.startsWith('locales/') && name === nameOfFile(id, name.split('/')[1] ?? ''))
  }

  /** Takes over what others committed to a draft's branch. Places that both changed stay as the draft has them, and are kept. */
  async function follow(id: string): Promise<void> {
    const known = readDraft(id)
    const found = idPattern.test(id) ? await (await history()).branch(id, known?.tip ?? null, isOwnOf(id)) : null
    if (!found) return
    const draft = readDraft(id) ?? { form: id, authors: [], changedAt: at(), files: {} }
    const copies = { ...draft.files }
    const conflicts = [...(draft.conflicts ?? [])]
    for (const [name, text] of found.texts) {
      const ours = draft.files[name]
      const isOurs = ours && (draft.tip === undefined || ours.text !== found.known.get(name))
      if (text === null || ours?.text === text || Buffer.byteLength(text) > mostBytes) continue
      if (isOurs) {
        const joined = merged(found.known.get(name) ?? read(name)?.text ?? '', ours.text, text)
        copies[name] = { base: ours.base, text: joined.text }
        conflicts.push(...joined.both.map((each) => ({ ...each, name, author: found.author })))
      } else copies[name] = { base: ours ? ours.base : (read(name)?.version ?? null), text }
    }
    const open = Object.entries(copies).filter(([name, { text }]) => text !== read(name)?.text)
    const isTheirs = JSON.stringify(copies) !== JSON.stringify(draft.files)
    const authors = isTheirs ? [...new Set([...draft.authors, `git ${found.author}`])] : draft.authors
    const kept = conflicts.length > 0 ? { conflicts: conflicts.slice(-mostRemarks) } : {}
    keepDraft({ ...draft, ...kept, authors, files: Object.fromEntries(open), tip: found.commit })
  }

  /** Has a draft's branch say what the draft says, or go with it. @param brought what the draft had before */
  async function branch(id: string, who: string, brought: readonly string[] = []): Promise<void> {
    const { isGit, drop, keep } = await history()
    if (!isGit) return
    if (!readDraft(id)) return drop(id, isOwnOf(id, brought))
    await follow(id)
    const draft = readDraft(id)
    if (!draft) return drop(id, isOwnOf(id, brought))
    const texts = new Map(Object.entries(draft.files).map(([name, { text }]) => [name, text]))
    const name = await nameOf(who)
    const made = await keep(
      id,
      { tip: draft.tip ?? null, files: texts, isOwn: isOwnOf(id) },
      { author: name, committer: name, message: `Draft of ${id}\n` },
    )
    if (!made.ok)
      return failed(new Error(`The branch studio/${id} could not be written: ${made.reason} ${made.detail}`))
    const now = readDraft(id)
    if (now) keepDraft({ ...now, tip: made.commit })
  }

  /** The draft is saved by then: git may take its time, and may fail. */
  const branchLater = (id: string, who: string) => void inTurn(() => branch(id, who)).catch(failed)

  function lastEdit(id: string) {
    const all = edits.list(id)
    const last = all.at(-1)
    if (!last || !edits.last(id, readDraft(id)?.files ?? {})) return null
    return { who: last.who, at: last.at, count: all.length }
  }

  function undo(id: string, who: string, count: number): { ok: true } | Stale | RefusedFile {
    const draft = idPattern.test(id) ? readDraft(id) : null
    const files = edits.last(id, draft?.files ?? {})
    // What somebody edited since is not what was to be undone.
    if (!files || edits.list(id).length !== count) return { ok: false, reason: 'stale', names: [formName(id)] }
    const known = draft ?? { form: id, authors: [] }
    try {
      keepDraft({ ...known, authors: [...new Set([...known.authors, who])], changedAt: at(), files })
      edits.forget(id, 'last')
      branchLater(id, who)
      return { ok: true }
    } catch (error) {
      return { ok: false, name: formName(id), reason: 'disk', detail: (error as NodeJS.ErrnoException).code ?? '' }
    }
  }

  function create(id: string, who: string, text: string, needs: ReadonlyMap<string, string> = new Map()) {
    const name = idPattern.test(id) ? formName(id) : id
    if (name === id || form(id) || (placeOfId(id).folder !== 'forms' && fileOf(id, null)))
      return { ok: false as const, name, reason: name === id ? ('name' as const) : ('taken' as const) }
    const isThere = (each: string) => {
      const [folder, own] = each.split('/').slice(each.startsWith('locales/') ? 2 : 1)
      // A page may be in a folder of its own, so its name is looked for, too.
      const known = live.files().some((file) => file.folder === folder && `${file.id}.json` === own)
      const found = files.read(each)
      return known || found.ok || found.reason !== 'absent'
    }
    const brought = [...needs].filter(([each]) => !isThere(each))
    try {
      const texts = Object.fromEntries(
        [[name, text], ...brought].map(([each, said]) => [each, { base: null, text: said ?? '' }]),
      )
      keepDraft({ form: id, authors: [who], changedAt: at(), files: texts })
      branchLater(id, who)
      return { ok: true as const }
    } catch (error) {
      return { ok: false as const, name, reason: 'disk' as const, detail: (error as NodeJS.ErrnoException).code ?? '' }
    }
  }

  async function accept(id: string, review: string): Promise<{ ok: true } | Stale> {
    const draft = idPattern.test(id) ? readDraft(id) : null
    if (!draft) return { ok: true }
    const stale = staleIn(id, review)
    if (stale) return stale
    const now = Object.entries(draft.files).map(([name, { text }]) => [
      name,
      { text, base: read(name)?.version ?? null },
    ])
    keepDraft({ ...draft, files: Object.fromEntries(now), conflicts: [] })
    return { ok: true }
  }

  async function discard(id: string, { who, review }: { who: string; review: string }): Promise<{ ok: true } | Stale> {
    if (!idPattern.test(id)) return { ok: true }
    const stale = readDraft(id) && staleIn(id, review)
    if (stale) return stale
    if (readDraft(id)) await record({ kind: 'discard', who, form: id })
    // Somebody may have written in it while the entry was made.
    const late = readDraft(id) && staleIn(id, review)
    const brought = namesOf(readDraft(id))
    if (!late) {
      rmSync(draftFile(id), { force: true })
      edits.forget(id, 'all')
      await (await history()).drop(id, isOwnOf(id, brought))
    } else await record({ kind: 'not-discarded', who, form: id })
    return late ?? { ok: true }
  }

  async function remark(id: string, by: Omit<Remark, 'at'>): ReturnType<Studio['remark']> {
    const draft = idPattern.test(id) ? readDraft(id) : null
    if (!draft) return { ok: false, reason: 'empty' }
    if (by.kind === 'approve' && draft.authors.includes(by.who)) return { ok: false, reason: 'author' }
    const stale = staleIn(id, by.review)
    if (stale && by.kind !== 'comment') return stale
    keepDraft({ ...draft, remarks: [...(draft.remarks ?? []), { ...by, at: at() }].slice(-mostRemarks) })
    return { ok: true }
  }

  /** What the draft has confirmed, by the names of its files. */
  const confirmedBy = ({ texts }: StudioForm) =>
    new Map([...texts].flatMap(([name, text]) => (isConfirmedName(name) && text !== null ? [[name, text]] : [])))

  function texts(id: string, locale: string): ReturnType<Studio['texts']> {
    const found = form(id)
    if (!found) return null
    const all = filesWith(found).map(parsedFile)
    const confirmedOf = withConfirmed(folders.locales, confirmedBy(found))
    const read = textRows(all, { schemas: readSchemas(), hash: contentHash, confirmedOf, locale })
    return read && { ...read, rows: read.rows.filter(({ file }) => found.texts.has(file)) }
  }

  async function guidedTexts(id: string): Promise<TextsFound | null> {
    const found = form(id)
    const languages = found?.locales.slice(1) ?? []
    if (!found || languages.length === 0) return null
    const names = [...found.texts.keys()]
    return judges.guided({
      ...{ files: filesWith(found), names, languages, locales: folders.locales, confirmed: confirmedBy(found) },
    })
  }

  function translate(id: string, who: string, translated: readonly Translated[]) {
    const found = form(id)
    const texts = Object.fromEntries(
      [...Map.groupBy(translated, ({ row }) => row.file)].flatMap(([name, own]) => {
        const confirmed = confirmedName(name)
        const known = confirmedTexts(found?.texts.get(confirmed) ?? read(confirmed)?.text ?? '{}')
        for (const { row, isConfirmed } of own)
          if (isConfirmed) known[row.key] = row.hash
          else delete known[row.key]
        const changed = own.filter(({ row, text }) => text !== row.target)
        const edits = changed.map(({ row, text }) => ({ path: row.path, value: text }))
        return [
          ...(edits.length > 0 ? [[name, edited(found?.texts.get(name) ?? '{}\n', edits)]] : []),
          [confirmed, `${JSON.stringify(known, null, 2)}\n`],
        ]
      }),
    )
    return write(id, who, texts)
  }

  const compared = new Map<string, { of: string; changes: Promise<FormChange[] | null> }>()

  async function compare(id: string): Promise<FormChange[] | null> {
    const found = form(id)
    if (!found?.draft) return null
    const of = stateOf(found)
    const known = compared.get(id)
    if (known?.of === of) return known.changes
    const before = live
      .files()
      .map(({ file, locale, folder, area, id, text }) => ({ file, locale, folder, area, id, text }))
    const changes = judges.compare({ files: filesWith(found), before, ...placeOfId(id), moment: now() })
    compared.set(id, { of, changes })
    if ((await changes) === null) compared.delete(id)
    return changes
  }

  const judges = openJudge(folders.definitions)
  /** By what they are about. */
  const verdicts = new Map<string, Promise<Verdict | null>>()

  /** What a verdict or a preview is about: it holds until this changes. */
  const stateOf = ({ texts }: StudioForm) => versionOf(JSON.stringify([live.current().hash, ...texts]))

  /** The files of the live site, without those of a form that the studio shows. */
  const othersThan = ({ texts }: StudioForm): ParsedFile[] =>
    live.files().filter(({ locale, folder, area, id }) => {
      const parts = [
        locale === null ? 'definitions' : `locales/${locale}`,
        folder,
        ...(area === undefined ? [] : [area]),
      ]
      return !texts.has(`${parts.join('/')}/${id}.json`)
    })

  /** All files of the live site, with those of a form as the studio has them. */
  function filesWith(found: StudioForm): KeptFile[] {
    const own = [...found.texts].map(([name, text]): KeptFile | null => {
      if (isConfirmedName(name)) return null
      const parts = name.slice(0, -'.json'.length).split('/')
      const locale = parts[0] === 'locales' ? (parts[1] ?? null) : null
      const [folder = '', ...rest] = parts.slice(locale === null ? 1 : 2)
      const own = { file: name, locale, folder, id: rest.at(-1) ?? '', text: text ?? '' }
      return text === null ? null : { ...own, ...(rest.length > 1 && { area: rest[0] ?? '' }) }
    })
    const others = othersThan(found)
    const kept = others.map(({ file, locale, folder, area, id, text }) => ({ file, locale, folder, area, id, text }))
    return [...kept, ...own.filter((file) => file !== null)]
  }

  async function judge(asked: string | StudioForm): Promise<Verdict | null> {
    const found = typeof asked === 'string' ? form(asked) : asked
    if (!found) return null
    const of = stateOf(found)
    const known = verdicts.get(of)
    if (known) return known
    const verdict = judges.judge({ files: filesWith(found), ...placeOfId(found.id), moment: now() })
    keepNewest(verdicts, of, verdict)
    // It is asked again when it did not answer in time.
    if ((await verdict) === null) verdicts.delete(of)
    return verdict
  }

  function typed(id: string, given: Readonly<Record<string, string>>): StudioForm | null {
    const found = form(id)
    if (!found || Object.keys(given).some((name) => !found.texts.has(name))) return null
    const texts = new Map([...found.texts, ...Object.entries(given)])
    return { ...found, texts, value: objectIn(texts.get(formName(id)) ?? undefined) }
  }

  const sites = new Map<string, Site | null>()

  async function site(asked: string | StudioForm): Promise<Site | null> {
    const isTyped = typeof asked !== 'string' && patternsIn(asked) === patternsIn(form(asked.id))
    const verdict = isTyped ? null : await judge(asked)
    const found = typeof asked === 'string' ? form(asked) : asked
    if (!found || (!isTyped && (!verdict || verdict.problems.length > 0))) return null
    const of = stateOf(found)
    const known = sites.get(of)
    if (known !== undefined) return known
    const others = othersThan(found)
    const drafted = filesWith(found).slice(others.length)
    const shown = assembled([...others, ...drafted.map(parsedFile)], found.id)
    keepNewest(sites, of, shown)
    return shown
  }

  const releaseFile = ({ number, form }: Pick<Release, 'number' | 'form'>) =>
    join(releasesFolder, `${String(number).padStart(6, '0')}.${form}.json`)
  const keepRelease = (release: Release) => replaceNow(releaseFile(release), JSON.stringify(release, null, 2))

  /** The releases that there are, by the names of their files: only those that are asked for are read. */
  const numbered = () =>
    namesIn(releasesFolder).flatMap((name) => {
      const [, number, form] = /^(\d+)\.(.+)$/.exec(name) ?? []
      return form === undefined ? [] : [{ number: Number(number), form }]
    })

  function releases(id: string | null, most = Number.POSITIVE_INFINITY): Release[] {
    const own = numbered().filter(({ form }) => id === null || form === id)
    const newest = own.sort((one, other) => other.number - one.number).slice(0, most)
    return newest.flatMap((each) => readOwn<Release>(releaseFile(each)) ?? [])
  }

  /** The numbers of releases that may have been cut off. */
  const unfinished = new Set(numbered().map(({ number }) => number))

  /** The draft without what a release has put live. */
  function settleDraft({ form: id, files: released }: Release): void {
    const draft = readDraft(id)
    if (!draft) return
    const open = Object.entries(draft.files).flatMap(([name, { base, text }]) => {
      const mine = released.find((each) => each.name === name)
      if (mine && mine.after === text) return []
      return [[name, { text, base: mine ? versionIn(mine.after) : base }] as const]
    })
    keepDraft({ ...draft, files: Object.fromEntries(open), remarks: [], conflicts: [] })
  }

  /** What a release had put live, as a draft. Of another that there is by now, only what it lacks is added. */
  function draftAgain({ form: id, files: released, authors }: Release): void {
    const draft = readDraft(id)
    const copies = released.flatMap(({ name, before, after }) =>
      after === null || draft?.files[name] ? [] : [[name, { base: versionIn(before), text: after }] as const],
    )
    if (copies.length === 0) return
    keepDraft({
      ...draft,
      ...{ form: id, authors: [...new Set([...(draft?.authors ?? []), ...authors])], changedAt: at() },
      files: { ...draft?.files, ...Object.fromEntries(copies) },
    })
  }

  /** Says in the audit that something was not done, then forgets it. */
  async function withdraw(kept: Release): Promise<void> {
    const { backBy, ...live } = kept
    const { form, by } = kept
    try {
      if (backBy === undefined) await record({ kind: 'not-published', who: by, form, release: kept })
      else await record({ kind: 'not-taken-back', who: backBy, form, release: kept })
    } catch (error) {
      keepRelease(kept)
      throw error
    }
    if (backBy === undefined) rmSync(releaseFile(kept), { force: true })
    else keepRelease({ ...live, state: 'live' })
  }

  /** Makes the entry, then replaces the files. What is kept says at each moment how to go on, should the process end. */
  async function carryOut(kept: Release, changes: readonly Change[]): Promise<Saved> {
    const { form, by, backBy, number } = kept
    let isKept = false
    const unrecorded: unknown[] = []
    const before = async () => {
      unfinished.add(number)
      keepRelease(kept)
      isKept = true
      try {
        if (backBy === undefined) await record({ kind: 'publish', who: by, form, release: kept })
        else await record({ kind: 'take-back', who: backBy, form, release: kept })
      } catch (error) {
        unrecorded.push(error)
        throw error
      }
      keepRelease({ ...kept, state: backBy === undefined ? 'begun' : 'returning' })
    }
    const end = async (isDone: boolean) => {
      if (isKept && !isDone) await withdraw(kept).catch(failed)
    }
    try {
      const saved = await files.save(changes, before)
      // A database's code is no refusal of the disk.
      if (unrecorded.length > 0) throw unrecorded[0]
      await end(saved.ok || saved.reason === 'half')
      return saved
    } catch (error) {
      await end(false)
      throw error
    }
  }

  async function release(id: string, { who, note, review, plan, isBarred }: Releasing): Promise<Released> {
    await finish()
    const obstacle = await (await history()).obstacle()
    if (obstacle) return { ok: false, reason: 'git', obstacle }
    const [found, draft] = [form(id), readDraft(id)]
    if (!found || !draft) return { ok: false, reason: 'empty' }
    const stale = staleIn(id, review)
    if (stale) return stale
    const of = stateOf(found)
    const verdict = await judge(id)
    if (!verdict) return { ok: false, reason: 'unjudged' }
    const isRefused = await isBarred(readDraft(id)?.authors ?? [])
    const now = form(id)
    const late = staleIn(id, review)
    if (late) return late
    // From here on nothing waits until the files are prepared.
    if (!now || stateOf(now) !== of || String(now.draft?.authors) !== String(draft.authors))
      return { ok: false, reason: 'moved' }
    if (isRefused) return { ok: false, reason: 'author' }
    if (asking(now.draft?.remarks).some((each) => each !== who)) return { ok: false, reason: 'changes' }
    if (verdict.problems.length > 0 || verdict.findings.length > 0) return { ok: false, reason: 'mistaken' }
    const replaced = Object.entries(draft.files).map(([name, { base, text }]) => {
      return { name, base, before: read(name)?.text ?? null, after: text }
    })
    const made: Release = {
      ...{
        number: Math.max(0, ...numbered().map((each) => each.number)) + 1,
        form: id,
        at: at(),
        by: who,
        authors: draft.authors,
        note,
        ...(now.draft?.remarks && { remarks: now.draft.remarks }),
        ...(plan !== undefined && { plan }),
      },
      ...{ state: 'prepared', files: replaced.map(({ base: _, ...file }) => file) },
    }
    const saved = await carryOut(
      made,
      replaced.map(({ name, base, after }) => ({ name, text: after, version: base })),
    )
    if (!saved.ok) return saved
    const done: Release = { ...made, state: 'live', ...(await due()) }
    // The draft first: should the process end in between, the next one does both again.
    settleDraft(done)
    keepRelease(done)
    return { ok: true, release: await commit(done) }
  }

  async function takeBack(number: number, who: string): Promise<Released> {
    await finish()
    const obstacle = await (await history()).obstacle()
    if (obstacle) return { ok: false, reason: 'git', obstacle }
    const there = numbered().find((each) => each.number === number)
    const found = there ? readOwn<Release>(releaseFile(there)) : null
    if (found?.state !== 'live') return { ok: false, reason: 'unknown' }
    const made: Release = { ...found, state: 'return-prepared', backBy: who }
    const saved = await carryOut(
      made,
      found.files.map(({ name, before, after }) => ({ name, text: before, version: versionIn(after) })),
    )
    if (!saved.ok) return saved
    const done: Release = { ...made, state: 'taken-back', ...(await due()) }
    draftAgain(done)
    keepRelease(done)
    return { ok: true, release: await commit(done) }
  }

  /** A commit is due for what is live or taken back, where there is git. */
  const due = async () => ((await history()).isGit ? { due: true as const } : {})

  /** Commits what a release has put live or taken back, as far as it is still so. What git refuses is due until it can. */
  async function commit(done: Release): Promise<Release> {
    const { due: isDue, ...kept } = done
    if (isDue === undefined) return done
    const isBack = done.state === 'taken-back'
    const moves = done.files.map(({ name, before, after }) =>
      isBack ? { name, before: after, after: before } : { name, before, after },
    )
    const still = moves.filter(({ name, after }) => (read(name)?.text ?? null) === after)
    const [writers, by] = [await Promise.all(done.authors.map(nameOf)), await nameOf(done.backBy ?? done.by)]
    const lines = [
      ...[`${isBack ? 'Take back' : 'Put live'}: ${done.form}`, ''],
      ...(done.note === '' ? [] : [done.note, '']),
      ...(isBack ? [] : ['Checked and proven: no findings.', '']),
      ...[`Studio-release: ${done.number}`, ...writers.map((name) => `Written-by: ${name}`)],
      `${isBack ? 'Taken-back-by' : 'Put-live-by'}: ${by}`,
    ]
    const signed = { author: isBack ? by : (writers[0] ?? by), committer: by, message: `${lines.join('\n')}\n` }
    const made = still.length === 0 ? null : await (await history()).commit(still, signed)
    const next: Release =
      made?.ok === false ? { ...kept, due: made } : { ...kept, ...(made && { commit: made.commit }) }
    keepRelease(next)
    if (made?.ok === false) unfinished.add(done.number)
    await branch(
      done.form,
      done.by,
      done.files.map(({ name }) => name),
    )
    return next
  }

  /** Finishes what had begun and was cut off. What cannot be finished stays for the next time. */
  async function finish(): Promise<void> {
    for (const each of numbered().filter(({ number }) => unfinished.has(number))) {
      const begun = readOwn<Release>(releaseFile(each))
      if (!begun) continue
      try {
        await finished(begun)
        unfinished.delete(each.number)
      } catch (error) {
        failed(error)
      }
    }
  }

  async function finished(begun: Release): Promise<void> {
    if (begun.state === 'prepared' || begun.state === 'return-prepared') return withdraw(begun)
    if (begun.due !== undefined) return again(begun)
    if (begun.state !== 'begun' && begun.state !== 'returning') return
    const isForward = begun.state === 'begun'
    for (const { name, before, after } of begun.files) {
      const [from, to] = isForward ? [before, after] : [after, before]
      const saved = await files.save([{ name, text: to, version: versionIn(from) }])
      // What was changed since, or is done, stays as it is.
      if (!saved.ok && saved.reason !== 'changed')
        throw new Error(`${name} could not be written: ${saved.reason} ${saved.detail ?? ''}`)
    }
    if (isForward) settleDraft(begun)
    else draftAgain(begun)
    const done: Release = { ...begun, state: isForward ? 'live' : 'taken-back', ...(await due()) }
    keepRelease(done)
    await again(done)
  }

  async function again(done: Release): Promise<void> {
    const { due } = await commit(done)
    if (typeof due === 'object')
      throw new Error(`Release ${done.number} could not be committed: ${due.reason} ${due.detail}`)
  }

  async function added(name: string, content: Uint8Array, who: string): Promise<void> {
    // The thread knows what there was when it began.
    await judges.close()
    verdicts.clear()
    sites.clear()
    const author = await nameOf(who)
    const message = `Add ${name}\n`
    const made = await (await history()).commit([{ name, before: null, after: content }], {
      author,
      committer: author,
      message,
    })
    if (!made.ok) failed(new Error(`${name} could not be committed: ${made.reason} ${made.detail}`))
  }

  const toursFile = join(folder, 'tours.json')
  const toured = () => readOwn<string[]>(toursFile) ?? []

  if (!isGuest) {
    for (const each of [...Object.values(folders), folder]) sweep(each)
    if (mayBeLocked(folder)) await history()
    await finish()
  }
  let followed: Promise<void> | undefined
  async function followEach(): Promise<void> {
    for (const id of await (await history()).branches()) await follow(id)
  }

  return {
    ...{ list, form, create, write, lastEdit, undo, typed, judge, site, releases },
    compare,
    texts,
    ...{ guidedTexts, translate },
    added: (name, content, who) => inTurn(() => added(name, content, who)),
    isToured: (who) => toured().includes(who),
    tour(who) {
      if (!toured().includes(who)) replaceNow(toursFile, JSON.stringify([...toured(), who]))
    },
    remark: (id, by) => inTurn(() => remark(id, by)),
    follow: (id) => inTurn(() => follow(id)),
    followAll() {
      followed ??= inTurn(followEach).catch(failed)
      return followed
    },
    accept: (id, review) => inTurn(() => accept(id, review)),
    discard: (id, by) => inTurn(() => discard(id, by)),
    release: (id, by) => inTurn(() => release(id, by)),
    takeBack: (number, who) => inTurn(() => takeBack(number, who)),
    async close() {
      await judges.close()
      await last
      await judges.close()
    },
  }
}

/** Keeps as many as are looked at: each may hold resolved forms. */
function keepNewest<T>(all: Map<string, T>, key: string, value: T): void {
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > 5 && oldest !== undefined) all.delete(oldest)
}

/**
 * The site with drafts of what was not checked; null where none can be made of it.
 * @param id what was edited: its forms are resolved here, because what was not checked fails as late as it is shown
 */
function assembled(files: readonly ParsedFile[], id: string): Site | null {
  const { folder, name } = placeOfId(id)
  const isMeant = (file: ParsedFile) =>
    folder === 'forms'
      ? file.id === name
      : Object.values(valueAt(file.value, ['steps']) ?? {}).some((step) => valueAt(step, ['use']) === name)
  try {
    const site = assemble(files, readSchemas(), contentHash)?.authoring.withDrafts() ?? null
    for (const form of files.filter((file) => file.folder === 'forms' && file.locale === null && isMeant(file)))
      for (const locale of Object.keys(site?.definition.locales ?? {})) site?.forms.version(form.id, locale)
    return site
  } catch {
    return null
  }
}

/** The patterns that a form's files say: one that was not checked may keep the server busy for hours. */
function patternsIn(form: StudioForm | null): string {
  const all = [...(form?.texts.values() ?? [])].map((text) => JSON.stringify(parseJson(text ?? '{}').value ?? null))
  return String(all.map((text) => text.match(/"pattern":"(?:[^"\\]|\\.)*"/g)))
}

/** How many remarks a draft keeps. */
const mostRemarks = 200

/** The ids of those who asked for changes last, and have not approved since. */
export function asking(remarks: readonly Remark[] = []): string[] {
  const said = remarks.filter(({ kind }) => kind !== 'comment').map(({ who, kind }) => [who, kind] as const)
  return [...new Map(said)].flatMap(([who, kind]) => (kind === 'changes' ? [who] : []))
}

const versionIn = (text: string | null) => (text === null ? null : versionOf(text))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
  } catch {
    return []
  }
}

/** A file of the studio's own; null where there is none. */
function readOwn<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

function objectIn(text: string | undefined): Record<string, unknown> | null {
  const value = text === undefined ? null : parseJson(text).value
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function localesOf(value: Record<string, unknown> | null): string[] | null {
  const { locales } = value ?? {}
  if (!Array.isArray(locales) || locales.length === 0) return null
  return locales.every((each) => typeof each === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(each)) ? locales : null
}

type Request = JudgeRequest | CompareRequest | TextsRequest

/** The thread that judges, one draft after the other. It begins when it is first asked. */
function openJudge(definitions: string) {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  async function ask<T>(request: Request): Promise<T | null> {
    clearTimeout(idle)
    // The published package carries .js files, the repository .ts.
    const code = new URL(`./judge-worker${extname(import.meta.filename)}`, import.meta.url)
    // Without a listener, an error while nothing is asked would end the server.
    worker ??= new Worker(code, { execArgv: [], env: {}, workerData: definitions }).on('error', () => {})
    const asked = worker
    asked.unref()
    const { promise, resolve } = Promise.withResolvers<T | null>()
    const late = setTimeout(resolve, judgeTime, null)
    const [heard, failed] = [(verdict: T) => resolve(verdict), () => resolve(null)]
    asked.once('message', heard).once('error', failed).once('exit', failed)
    asked.postMessage(request)
    const verdict = await promise
    clearTimeout(late)
    asked.off('message', heard).off('error', failed).off('exit', failed)
    if (verdict === null) await end()
    else idle = setTimeout(end, idleTime).unref()
    return verdict
  }

  function inTurn<T>(request: Request): Promise<T | null> {
    const mine = last.then(() => ask<T>(request))
    last = mine.catch(() => {})
    return mine
  }

  return {
    judge: (request: JudgeRequest) => inTurn<Verdict>(request),
    async compare(request: CompareRequest): Promise<FormChange[] | null> {
      return (await inTurn<{ changes: FormChange[] | null }>(request))?.changes ?? null
    },
    async guided(request: TextsRequest): Promise<TextsFound | null> {
      return (await inTurn<{ texts: TextsFound | null }>(request))?.texts ?? null
    },
    close: end,
  }
}
