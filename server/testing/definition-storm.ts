import { readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A way to change a file so that it is wrong for a while; what it returns ends that. */
type Gust = (file: string, text: string) => () => void

/** What editors, git, rsync and people do to files, seen from beside. */
const gusts: Gust[] = [
  (file, text) => {
    unlinkSync(file)
    return () => writeFileSync(file, text)
  },
  (file, text) => {
    writeFileSync(file, text.slice(0, text.length / 2))
    return () => writeFileSync(file, text)
  },
  (file, text) => {
    writeFileSync(file, '')
    return () => writeFileSync(file, text)
  },
  (file) => {
    renameSync(file, `${file}.bak`)
    return () => renameSync(`${file}.bak`, file)
  },
  (file, text) => {
    writeFileSync(`${file}~.json`, text.slice(1))
    return () => renameSync(rewritten(`${file}~.json`, text), file)
  },
  (file) => {
    const folder = join(file, '..')
    renameSync(folder, `${folder}.away`)
    return () => renameSync(`${folder}.away`, folder)
  },
]

function rewritten(file: string, text: string): string {
  writeFileSync(file, text)
  return file
}

/**
 * Changes files below `definitions` and `locales` round after round, and leaves all as it was.
 * @param watch called now and then meanwhile
 */
export async function storm(folder: string, rounds: number, watch: () => Promise<void>): Promise<void> {
  const files = ['definitions', 'locales'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json') && file.includes('/'))
      .map((file) => join(folder, name, file)),
  )
  // The same storm every time: 7919 and 31 meet every file and every gust.
  for (let round = 0; round < rounds; round++) {
    const file = files[(round * 7919) % files.length] ?? ''
    const gust = gusts[(round * 31) % gusts.length] as Gust
    const end = gust(file, readFileSync(file, 'utf8'))
    // Now and then for long enough that the server sees it as it is.
    await sleep(round % 25 === 0 ? 150 : 3)
    end()
    if (round % 10 === 0) await watch()
  }
  for (const file of files) rmSync(`${file}~.json`, { force: true })
}
