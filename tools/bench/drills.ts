import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Command } from 'commander'
import { fail, misused } from '../terminal/print-lines.ts'
import type { Drill } from './drill.ts'

const folder = join(import.meta.dirname, 'drills')

interface Options {
  list: boolean
  perSecond: string
  seconds: string
}

export function drillsBench(bench: Command): void {
  bench
    .argument('[name]', 'one drill; all of them, one after the other, without')
    .option('--list', 'only say which there are', false)
    .option('--per-second <number>', 'leads a second', '200')
    .option('--seconds <number>', 'how long leads arrive for in each', '20')
    .action(async (name: string | undefined, { list, perSecond, seconds }: Options) => {
      const drills = await loadDrills()
      const chosen = drills.filter((drill) => name === undefined || drill.name === name)
      if (chosen.length === 0) return misused(`There is no drill "${name}": see bench drills --list.`)
      if (list) return console.log(chosen.map(({ name, about }) => `${name.padEnd(24)} ${about}`).join('\n'))
      const load = { perSecond: Number(perSecond), seconds: Number(seconds) }
      if (!(load.perSecond > 0 && load.seconds > 0)) return misused('--per-second and --seconds are numbers above 0.')
      const failed: string[] = []
      for (const drill of chosen) {
        console.log(`${drill.name}: ${drill.about}`)
        const { ok, lines } = await drill.run(load)
        for (const line of lines) console.log(`  ${line}`)
        console.log(ok ? '  held' : '  FAILED')
        if (!ok) failed.push(drill.name)
      }
      if (failed.length > 0) fail(`Failed: ${failed.join(', ')}`)
    })
}

/** Each file is a drill. They use the tests' own parts, which belong to no build, so they are read when they are run. */
async function loadDrills(): Promise<Drill[]> {
  const files = (await readdir(folder)).filter((file) => extname(file) === '.ts' && !file.endsWith('.test.ts')).sort()
  return Promise.all(files.map(async (file) => ((await import(join(folder, file))) as { drill: Drill }).drill))
}
