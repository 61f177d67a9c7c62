// Saves files, or puts a draft live and takes it back, until a test kills it.
import { join } from 'node:path'
import { openSite } from '../../../engine/node/index.ts'
import { openFiles } from '../files.ts'
import { openStudio } from '../studio.ts'

const [, , folder = '', what = '', kept = join(folder, 'studio')] = process.argv
const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }

async function saving(): Promise<never> {
  const files = openFiles(folders)
  for (let count = 0; ; count++) {
    const found = files.read('definitions/forms/solar.json')
    if (!found.ok) throw new Error(found.reason)
    // As long as its number says, so that a part of it is known as such.
    const text = `{ "count": ${count}, "filler": "${'x'.repeat(50_000 + count)}" }\n`
    const saved = await files.save([{ name: found.file.name, text, version: found.file.version }])
    if (!saved.ok) throw new Error(saved.reason)
    if (count === 0) console.log('begins')
  }
}

async function releasing(): Promise<never> {
  const begun = await openSite(folders, { now: Date.now })
  if (!begun.ok) throw new Error('No site')
  const parts = { folders, folder: kept, live: begun.live, now: Date.now }
  const studio = await openStudio({ ...parts, record: async () => {}, failed: console.error })
  for (let count = 0; ; count++) {
    const review = studio.form('solar')?.review ?? ''
    const made = await studio.release('solar', { who: 'ada', note: '', review, isBarred: async () => false })
    if (!made.ok) throw new Error(made.reason)
    if (count === 0) console.log('begins')
    const back = await studio.takeBack(made.release.number, 'ada')
    if (!back.ok) throw new Error(back.reason)
  }
}

await (what === 'release' ? releasing() : saving())
