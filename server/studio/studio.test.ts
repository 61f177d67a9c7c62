import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { openFiles, versionOf } from './files.ts'
import { detailsOf, differences, edited, moved, partsOf } from './outline.ts'
import { openStudio, type Studio, type StudioDeed } from './studio.ts'

const own = 'definitions/forms/solar.json'
const german = 'locales/de/forms/solar.json'

/** A small site in a folder that goes away with the test. */
async function place() {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-studio-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await writeTree(folder, smallTree)
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { folder, folders, text, write: (name: string, said: string) => writeFileSync(join(folder, name), said) }
}

/** A studio on such a site. */
async function opened(at?: Awaited<ReturnType<typeof place>>, onRecord: (deed: StudioDeed) => void = () => {}) {
  const there = at ?? (await place())
  const begun = await openSite(there.folders, { now: Date.now })
  if (!begun.ok) throw new Error('There is no site')
  const [deeds, failures]: [string[], unknown[]] = [[], []]
  const studio = await openStudio({
    ...{ folders: there.folders, folder: join(there.folder, 'studio'), live: begun.live, now: Date.now },
    async record(deed) {
      onRecord(deed)
      deeds.push(`${deed.who} ${deed.kind}`)
    },
    failed: (error) => failures.push(error),
  })
  onTestFinished(studio.close)
  return { ...there, studio, deeds, failures }
}

/** One who decides on the draft as it is. */
function as(studio: Studio, who: string) {
  return { who, note: '', review: studio.form('solar')?.review ?? '', isBarred: async () => false }
}

test('files are read and replaced by names that cannot leave their folders', async () => {
  const { folder, folders, text } = await place()
  const files = openFiles(folders)
  symlinkSync('/etc', join(folder, 'definitions/etc'))
  symlinkSync('/etc/hostname', join(folder, 'definitions/forms/host.json'))
  symlinkSync('nowhere.json', join(folder, 'definitions/forms/gone.json'))
  mkdirSync(join(folder, 'definitions/forms/folder.json'))
  writeFileSync(join(folder, 'definitions/forms/latin.json'), Buffer.from([0x22, 0xe9, 0x22]))
  writeFileSync(join(folder, 'definitions/forms/large.json'), ' '.repeat(1_000_001))
  const hostile: [string, string][] = [
    ...['../outside.json', 'definitions/../../x.json', '/etc/passwd', 'definitions//x.json', 'other/x.json'].map(
      (name): [string, string] => [name, 'name'],
    ),
    ...['definitions/forms/x\0.json', 'definitions/forms/.x.json', 'definitions\\forms\\x.json', '', '.', '..'].map(
      (name): [string, string] => [name, 'name'],
    ),
    ...['definitions/forms/x.yaml', 'definitions/forms', `definitions/${'x'.repeat(200)}.json`].map(
      (name): [string, string] => [name, 'name'],
    ),
    ['definitions/etc/x.json', 'outside'],
    ['definitions/forms/host.json', 'outside'],
    ['definitions/forms/gone.json', 'outside'],
    ['definitions/forms/folder.json', 'kind'],
    ['definitions/forms/latin.json', 'encoding'],
    ['definitions/forms/large.json', 'large'],
  ]
  for (const [name, reason] of hostile) {
    expect([name, files.read(name)]).toEqual([name, expect.objectContaining({ ok: false, reason })])
    const both = [
      { name: own, text: '{}', version: null },
      { name, text: '{}', version: null },
    ]
    expect([name, await files.save(both)]).toEqual([name, expect.objectContaining({ ok: false, reason })])
  }
  expect(await files.save([{ name: own, text: ' '.repeat(1_000_001), version: null }])).toMatchObject({
    reason: 'large',
  })
  expect(text(own)).toBe(smallTree[own])
  expect(readdirSync(join(folder, 'definitions/forms')).filter((name) => name.endsWith('.saving'))).toEqual([])
})

test('a file is replaced only while it is as it was read; several are replaced together or not at all', async () => {
  const { folders, text, write } = await place()
  const files = openFiles(folders)
  const read = (name: string) => {
    const found = files.read(name)
    if (!found.ok) throw new Error(found.reason)
    return found.file
  }
  const [first, second] = [read(own), read(german)]
  const both = [
    { name: own, text: '{ "new": 1 }', version: first.version },
    { name: german, text: '{ "new": 2 }', version: second.version },
  ]
  write(german, '{ "other": true }')
  expect(await files.save(both)).toEqual({ ok: false, reason: 'changed', now: [{ name: german, file: read(german) }] })
  expect(text(own)).toBe(smallTree[own])
  const again = [{ name: own, text: '{ "new": 1 }', version: first.version }]
  await expect(
    files.save(again, () => {
      throw new Error('no entry')
    }),
  ).rejects.toThrow('no entry')
  expect(text(own)).toBe(smallTree[own])
  // What somebody saves at the last moment is not overwritten.
  const late = await files.save(again, () => write(own, '{ "late": true }'))
  expect([late.ok, text(own)]).toEqual([false, '{ "late": true }'])
  const created = await files.save([
    { name: 'locales/de/forms/letter.json', text: '{}', version: null },
    { name: own, text: null, version: read(own).version },
  ])
  expect([created, files.read(own)]).toEqual([{ ok: true }, expect.objectContaining({ reason: 'absent' })])
})

test('edits keep what is around them as it was written', () => {
  const text = smallTree[own] ?? ''
  const labelled = edited(text, [
    { path: ['steps', 'home', 'fields', 'residence', 'options', 'owned'], value: 'Mine' },
    { path: ['steps', 'home', 'fields', 'insulated', 'hint'], value: 'Look at the "roof".' },
    { path: ['steps', 'home', 'fields', 'bill', 'optional'], value: undefined },
    { path: ['steps', 'home', 'nothing'], value: undefined },
  ])
  const [old, now] = [text.split('\n'), labelled.split('\n')]
  expect(now.filter((line) => !old.includes(line)).map((line) => line.trim())).toEqual([
    '"residence": { "title": "Is it your own?", "options": { "owned": "Mine", "rented": "Rented" } },',
    '"insulated": { "kind": "yes-no", "title": "Is it insulated?", "hint": "Look at the \\"roof\\"." },',
    '"bill": { "title": "Yearly bill", "type": "integer", "minimum": 100, "maximum": 9000 },',
  ])
  expect(edited('{\r\n\t"a": 1\r\n}\r\n', [{ path: ['b', 'c'], value: 2 }])).toBe(
    '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}\r\n',
  )
  const path = ['steps', 'home', 'fields', 'insulated']
  const down = moved(text, path, 1)
  expect(Object.keys(JSON.parse(down).steps.home.fields).slice(0, 3)).toEqual(['residence', 'permission', 'insulated'])
  expect([moved(down, path, -1), moved(text, ['steps', 'home'], -1), moved(text, ['no'], 1)]).toEqual([
    text,
    text,
    text,
  ])
  expect(differences(text, labelled)).toEqual([
    { path: 'steps.home.fields.residence.options.owned', before: 'Owned', after: 'Mine' },
    { path: 'steps.home.fields.insulated.hint', before: null, after: 'Look at the "roof".' },
    { path: 'steps.home.fields.bill.optional', before: 'true', after: null },
  ])
  expect(differences(text, down)).toEqual([{ path: '', before: null, after: null }])
  expect([differences(text, '{'), differences(text, text)]).toEqual([null, []])
})

test('a form is an outline of parts, each with its texts', () => {
  const form = JSON.parse(smallTree[own] ?? '')
  expect(partsOf(form).map(({ at }) => at)).toEqual(
    expect.arrayContaining(['', 'steps.home', 'steps.home.fields.uses', 'consents.privacy', 'thankYou']),
  )
  expect(detailsOf(form, 'steps.home.fields.residence')).toMatchObject({
    lists: expect.arrayContaining([expect.objectContaining({ name: 'options', ids: ['owned', 'rented'] })]),
    isRequired: true,
    canMove: { up: false, down: true },
    texts: [
      ...['title', 'hint', 'explanation', 'options.owned', 'options.rented'].map(
        (name) => `steps.home.fields.residence.${name}`,
      ),
    ],
  })
  expect(detailsOf(form, 'steps.home')?.texts).toEqual(['steps.home.title', 'steps.home.description'])
  expect(detailsOf(form, '')?.texts).toEqual(['title', 'description', 'submitLabel', 'submitNote'])
  expect([detailsOf(form, 'steps.none'), detailsOf(form, '__proto__')]).toEqual([null, null])
})

test('a draft changes nothing that is live, is checked and proven, and goes live and back as a whole', async () => {
  let isBroken = false
  const { studio, text, deeds } = await opened(undefined, () => {
    if (isBroken) throw Object.assign(new Error('no'), { code: '23505' })
  })
  const before = { own: text(own), german: text(german) }
  const label = (said: string, tongue: string) => edited(said, [{ path: ['title'], value: tongue }])
  expect(studio.list()).toContainEqual({
    id: 'solar',
    folder: 'forms',
    title: 'Solar panels',
    locales: ['en', 'de'],
    draft: null,
  })
  expect(studio.form('solar')).toMatchObject({ locales: ['en', 'de'], draft: null, overtaken: [] })
  expect([studio.form('../solar'), studio.form('nothing')]).toEqual([null, null])
  expect(studio.write('solar', 'ada', { 'definitions/site.json': '{}' })).toMatchObject({ reason: 'name' })
  expect(await studio.judge('solar')).toMatchObject({ problems: [], findings: [] })

  // A dead end: the bill must be at least what no bill can be.
  const dead = edited(before.own, [
    { path: ['steps', 'home', 'fields', 'bill', 'optional'], value: undefined },
    { path: ['steps', 'profile', 'when'], value: { permission: true, residence: 'owned' } },
  ])
  studio.write('solar', 'ada', { [own]: dead })
  const verdict = await studio.judge('solar')
  expect([...(verdict?.problems ?? []), ...(verdict?.findings ?? [])]).toContainEqual(
    expect.objectContaining({ file: own, message: expect.stringContaining('profile') }),
  )
  expect(await studio.release('solar', as(studio, 'eva'))).toEqual({ ok: false, reason: 'mistaken' })
  studio.write('solar', 'ada', { [own]: '{ "title": ' })
  expect((await studio.judge('solar'))?.problems).toEqual([expect.objectContaining({ file: own, line: 1 })])
  expect(await studio.site('solar')).toBeNull()
  expect({ own: text(own), german: text(german) }).toEqual(before)

  const [english, deutsch] = [label(before.own, 'Solar roofs'), label(before.german, 'Solardächer')]
  studio.write('solar', 'ada', { [own]: english, [german]: deutsch })
  expect((await studio.site('solar'))?.forms.version('solar', 'de')?.form.title).toBe('Solardächer')
  isBroken = true
  await expect(studio.release('solar', as(studio, 'eva'))).rejects.toThrow('no')
  expect([text(own), studio.releases('solar')[0]?.state]).toEqual([before.own, 'prepared'])
  isBroken = false
  const released = await studio.release('solar', { ...as(studio, 'eva'), note: 'Shorter' })
  expect(released).toMatchObject({ ok: true, release: { number: 1, authors: ['ada'], by: 'eva', state: 'live' } })
  expect({ own: text(own), german: text(german) }).toEqual({ own: english, german: deutsch })
  expect(studio.form('solar')?.draft).toBeNull()
  expect(await studio.release('solar', as(studio, 'eva'))).toEqual({ ok: false, reason: 'empty' })

  expect(await studio.takeBack(1, 'eva')).toMatchObject({ ok: true, release: { state: 'taken-back' } })
  expect({ own: text(own), german: text(german) }).toEqual(before)
  expect(studio.form('solar')?.texts.get(german)).toBe(deutsch)
  expect(await studio.takeBack(1, 'eva')).toEqual({ ok: false, reason: 'unknown' })
  expect(studio.releases('solar').map(({ state }) => state)).toEqual(['taken-back'])
  expect(deeds).toEqual(['eva not-published', 'eva publish', 'eva take-back'])
  await studio.discard('solar', as(studio, 'ada'))
  expect(studio.form('solar')?.texts.get(german)).toBe(before.german)
})

test('what is decided on a draft holds for the draft that was seen, with all its files', async () => {
  const { studio, text, write, deeds } = await opened()
  const before = text(own)
  const titled = (title: string) => edited(before, [{ path: ['title'], value: title }])
  studio.write('solar', 'ada', { [own]: titled('One') })
  const seen = as(studio, 'eva')
  studio.write('solar', 'otto', { [own]: titled('Two') })
  const stale = { ok: false, reason: 'stale', names: [own] }
  expect(await studio.release('solar', seen)).toEqual(stale)
  expect(await studio.discard('solar', seen)).toEqual(stale)
  expect(await studio.accept('solar', seen.review)).toEqual(stale)
  // What is written while it is judged, and who may put live what others wrote by then.
  const late = { ...as(studio, 'eva') }
  const writing = async () => {
    studio.write('solar', 'ada', { [own]: titled('Three') })
    return false
  }
  expect(await studio.release('solar', { ...late, isBarred: writing })).toEqual(stale)
  const authors: string[] = []
  const barred = async (all: readonly string[]) => authors.push(...all) > 0
  expect(await studio.release('solar', { ...as(studio, 'otto'), isBarred: barred })).toMatchObject({ reason: 'author' })
  expect([authors, text(own), deeds]).toEqual([['ada', 'otto'], before, []])
  write(own, `${before}\n`)
  expect(await studio.release('solar', late)).toMatchObject({ reason: 'stale' })
  write(own, before)

  // A file in a language that the draft takes from the form.
  studio.write('solar', 'ada', { [german]: '{ "title": ' })
  studio.write('solar', 'ada', { [own]: edited(before, [{ path: ['locales'], value: ['en'] }]) })
  expect(studio.form('solar')?.locales).toEqual(['en'])
  expect(studio.form('solar')?.texts.get(german)).toBe('{ "title": ')
  expect((await studio.judge('solar'))?.problems).toContainEqual(expect.objectContaining({ file: german }))
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ reason: 'mistaken' })
})

/** Takes away what a file is about to be replaced with, so that the system refuses to replace it. */
function spoil(folder: string, name: string): void {
  const [parent, base] = [join(folder, dirname(name)), basename(name)]
  for (const left of readdirSync(parent).filter((each) => each.startsWith(`.${base}.`))) rmSync(join(parent, left))
}

test('should a later file fail, those before it are put back, and what was begun is not lost', async () => {
  const there = await place()
  const { folder, folders, text } = there
  const before = [text(own), text(german)]
  const after = before.map((said, at) => edited(said, [{ path: ['title'], value: at === 0 ? 'Roofs' : 'Dächer' }]))
  let failing = false
  const { studio, deeds, failures } = await opened(there, ({ kind }) => {
    if (failing && !kind.startsWith('not-')) spoil(folder, german)
  })
  studio.write('solar', 'ada', { [own]: after[0] ?? '', [german]: after[1] ?? '' })
  failing = true
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ ok: false, name: german })
  expect([text(own), text(german), studio.releases('solar')]).toEqual([...before, []])
  expect(studio.form('solar')?.texts.get(german)).toBe(after[1])
  failing = false
  expect(await studio.release('solar', as(studio, 'eva'))).toMatchObject({ ok: true })
  failing = true
  expect(await studio.takeBack(1, 'eva')).toMatchObject({ ok: false, name: german })
  expect([text(own), text(german), studio.releases('solar')[0]?.state]).toEqual([...after, 'live'])
  expect(deeds).toEqual([...['eva publish', 'eva not-published', 'eva publish', 'eva take-back', 'eva not-taken-back']])
  expect(failures).toEqual([])

  // What cannot even be put back is said.
  const files = openFiles(folders)
  const changes = [own, german].map((name, at) => ({
    ...{ name, text: at === 0 ? null : '{}' },
    version: versionOf(text(name)),
  }))
  const blocked = join(folder, dirname(own), `.${basename(own)}.${process.pid}.saving`)
  const half = await files.save(changes, () => {
    spoil(folder, german)
    mkdirSync(blocked)
  })
  expect(half).toMatchObject({ ok: false, name: german, reason: 'half' })
  rmSync(blocked, { recursive: true })
})

test('what was cut off is finished by the next server, and waits while that cannot be', async () => {
  const there = await place()
  const before = textsOf(there)
  const after = before.map((said, at) => edited(said, [{ path: ['title'], value: at === 0 ? 'Roofs' : 'Dächer' }]))
  const kept = (state: string) => ({
    ...{ number: 1, form: 'solar', at: '2026-01-01T00:00:00.000Z', by: 'eva', authors: ['ada'], note: '', state },
    files: [own, german].map((name, at) => ({ name, before: before[at], after: after[at] })),
  })
  const first = await opened(there)
  first.studio.write('solar', 'ada', { [own]: after[0] ?? '', [german]: after[1] ?? '' })
  const file = join(there.folder, 'studio/releases/000001.solar.json')
  mkdirSync(dirname(file), { recursive: true })

  // No file was replaced by then.
  writeFileSync(file, JSON.stringify(kept('prepared')))
  const second = await opened(there)
  expect([second.deeds, second.studio.releases('solar'), textsOf(there)]).toEqual([['eva not-published'], [], before])

  // The first was, and the second cannot be.
  writeFileSync(file, JSON.stringify(kept('begun')))
  there.write(own, after[0] ?? '')
  const blocked = join(there.folder, dirname(german), `.${basename(german)}.${process.pid}.saving`)
  mkdirSync(blocked)
  const third = await opened(there)
  expect([third.failures.length, third.studio.releases('solar')[0]?.state]).toEqual([1, 'begun'])
  expect(third.studio.form('solar')?.texts.get(german)).toBe(after[1])
  rmSync(blocked, { recursive: true })
  const fourth = await opened(there)
  expect([fourth.failures, fourth.studio.releases('solar')[0]?.state]).toEqual([[], 'live'])
  expect([textsOf(there), fourth.studio.form('solar')?.draft]).toEqual([after, null])

  // Taken back, it leaves another draft's words and adds those that this lacks.
  const mine = edited(after[0] ?? '', [{ path: ['description'], value: 'Mine.' }])
  fourth.studio.write('solar', 'otto', { [own]: mine })
  expect(await fourth.studio.takeBack(1, 'eva')).toMatchObject({ ok: true })
  const draft = fourth.studio.form('solar')
  expect([draft?.texts.get(own), draft?.texts.get(german), draft?.draft?.authors]).toEqual([
    ...[mine, after[1], ['otto', 'ada']],
  ])
})

function textsOf({ text }: { text: (name: string) => string }): string[] {
  return [text(own), text(german)]
}

test('what somebody saves with an editor meanwhile is shown, and not overwritten', async () => {
  const there = await opened()
  const { studio, text, write } = there
  const mine = edited(text(own), [{ path: ['title'], value: 'Mine' }])
  studio.write('solar', 'ada', { [own]: mine })
  const theirs = edited(text(own), [{ path: ['description'], value: 'Theirs.' }])
  write(own, theirs)
  expect(studio.form('solar')?.overtaken).toEqual([own])
  expect(await studio.release('solar', as(studio, 'ada'))).toMatchObject({ reason: 'changed' })
  expect(text(own)).toBe(theirs)
  await studio.accept('solar', as(studio, 'ada').review)
  expect(studio.form('solar')?.overtaken).toEqual([])
  // A draft is there for the next server, too.
  expect((await opened(there)).studio.form('solar')?.texts.get(own)).toBe(mine)
  studio.write('solar', 'ada', { [own]: theirs })
  expect(studio.form('solar')?.draft).toBeNull()
})

/** Kills a process while it saves. @param after how long it may go on at most, in ms */
async function killed(folder: string, what: string, after: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/save-until-killed.ts'), folder, what])
  const said: string[] = []
  child.stderr.on('data', (data) => said.push(String(data)))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  await sleep(Math.random() * after)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(said.join('')).toBe('')
}

const kills = process.env.TESTS === 'night' ? 200 : 6

test('whenever a process is killed while it saves, the file is the old or the new one', async () => {
  const { folder, text } = await place()
  for (let count = 0; count < kills; count++) {
    await killed(folder, 'save', 30)
    const said = JSON.parse(text(own)) as { count: number; filler: string }
    expect(said.filler).toHaveLength(50_000 + said.count)
  }
  expect(existsSync(join(folder, own))).toBe(true)
}, 900_000)

test('whenever a server is killed while it puts a draft live, all its files are live or none', async () => {
  const there = await place()
  const before = [there.text(own), there.text(german)]
  const after = [
    edited(before[0] ?? '', [{ path: ['title'], value: 'Solar roofs' }]),
    edited(before[1] ?? '', [{ path: ['title'], value: 'Solardächer' }]),
  ]
  const { studio } = await opened(there)
  studio.write('solar', 'ada', { [own]: after[0] ?? '', [german]: after[1] ?? '' })
  for (let count = 0; count < kills / 5; count++) {
    await killed(there.folder, 'release', 60)
    const { studio } = await opened(there)
    const now = [there.text(own), there.text(german)]
    expect([before, after]).toContainEqual(now)
    // Where it is live, the next process begins with a draft again.
    const [last] = studio.releases('solar')
    if (last?.state === 'live') await studio.takeBack(last.number, 'ada')
    expect(studio.form('solar')?.texts.get(german)).toBe(after[1])
  }
}, 900_000)

test('what a newer version keeps with a draft is not lost by an older one', async () => {
  const there = await opened()
  const { studio, text, folder } = there
  const [mine, other] = ['Mine', 'Other'].map((value) => edited(text(own), [{ path: ['title'], value }]))
  studio.write('solar', 'ada', { [own]: mine ?? '' })
  const file = join(folder, 'studio/drafts/solar.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), later: { of: 'a newer version' } }))
  const next = await opened(there)
  next.studio.write('solar', 'ada', { [own]: other ?? '' })
  expect(JSON.parse(readFileSync(file, 'utf8')).later).toEqual({ of: 'a newer version' })
  // One that it cannot read at all stays as it is.
  writeFileSync(file, '{ "form": "solar", ')
  expect(next.studio.create('wind', 'ada', text(own))).toEqual({ ok: true })
  expect(readFileSync(file, 'utf8')).toBe('{ "form": "solar", ')
})

test('an id that is none leads to no file', async () => {
  const { studio, folder } = await opened()
  const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const before = names()
  const hostile = [
    '../x',
    'pages.../x',
    'x/../y',
    '.x',
    'X',
    'ünï',
    '__proto__',
    'constructor.x',
    'x'.repeat(200),
    'a\0b',
  ]
  for (const id of [...hostile, 'partners.../../etc', 'groups.', '.pages', 'pages.a.b', 'con:aux']) {
    expect([id, studio.form(id), studio.create(id, 'ada', '{}')]).toEqual([
      id,
      null,
      expect.objectContaining({ reason: 'name' }),
    ])
    expect([id, studio.write(id, 'ada', { [own]: '{}' }).ok, await studio.judge(id)]).toEqual([id, false, null])
    expect([id, studio.undo(id, 'ada', 1).ok, studio.releases(id)]).toEqual([id, false, []])
  }
  const needs = new Map([
    ['../outside.json', '{}'],
    ['definitions/../../x.json', '{}'],
    ['definitions/consents/extra.json', '{}'],
  ])
  expect(studio.create('wind', 'ada', '{}', needs)).toEqual({ ok: true })
  expect([...(studio.form('wind')?.texts.keys() ?? [])]).toEqual([
    'definitions/forms/wind.json',
    'definitions/consents/extra.json',
  ])
  expect(
    names()
      .filter((name) => !before.includes(name))
      .sort(),
  ).toEqual(expect.arrayContaining(['studio/drafts/wind.json']))
})
