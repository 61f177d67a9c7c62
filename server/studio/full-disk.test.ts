import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { edited } from './outline.ts'
import { openStudio } from './studio.ts'

const own = 'definitions/forms/solar.json'

/** A small disk of its own; null where none may be mounted. */
function smallDisk(): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'leadwright-full-'))
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
    onTestFinished(() => void execFileSync('umount', [disk]))
    return disk
  } catch {
    return null
  }
}

/** Takes every byte that is left. */
function fill(disk: string): void {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    for (let count = 0; ; count++)
      try {
        writeFileSync(join(disk, `filler-${size}-${count}`), 'x'.repeat(size))
      } catch {
        break
      }
}

test.each(['drafts', 'definitions'])(
  'with the disk of the %s full nothing is lost, and it goes on with room',
  async (which) => {
    const disk = smallDisk()
    const folder = mkdtempSync(join(tmpdir(), 'leadwright-room-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    if (disk === null) return expect(process.getuid?.()).not.toBe(0)
    const top = which === 'drafts' ? folder : disk
    await writeTree(top, smallTree)
    const folders = { definitions: join(top, 'definitions'), locales: join(top, 'locales') }
    const begun = await openSite(folders, { now: Date.now })
    if (!begun.ok) throw new Error('There is no site')
    const deeds: string[] = []
    const studio = await openStudio({
      ...{ folders, folder: join(which === 'drafts' ? disk : folder, 'studio'), live: begun.live, now: Date.now },
      record: async ({ kind }) => void deeds.push(kind),
      failed: (error) => deeds.push(String(error)),
    })
    onTestFinished(studio.close)
    const before = readFileSync(join(top, own), 'utf8')
    const titled = (title: string) => edited(before, [{ path: ['title'], value: title }])
    const release = () =>
      studio.release('solar', {
        ...{ who: 'eva', note: '', review: studio.form('solar')?.review ?? '', isBarred: async () => false },
      })
    expect(studio.write('solar', 'ada', { [own]: titled('Roofs') })).toEqual({ ok: true })
    fill(disk)
    if (which === 'drafts') {
      const refused = { ok: false, reason: 'disk', detail: 'ENOSPC' }
      expect(studio.write('solar', 'ada', { [own]: `${titled('Other')}${' '.repeat(100_000)}` })).toMatchObject(refused)
      expect(studio.create('wind', 'ada', before)).toMatchObject(refused)
      expect(studio.form('wind')).toBeNull()
    } else expect(await release()).toMatchObject({ ok: false, reason: 'disk', detail: 'ENOSPC' })
    expect([studio.form('solar')?.texts.get(own), readFileSync(join(top, own), 'utf8')]).toEqual([
      titled('Roofs'),
      before,
    ])
    for (const name of readdirSync(disk).filter((each) => each.startsWith('filler-'))) rmSync(join(disk, name))
    expect(await release()).toMatchObject({ ok: true })
    expect(readFileSync(join(top, own), 'utf8')).toBe(titled('Roofs'))
    expect(deeds).toEqual(['publish'])
  },
)
