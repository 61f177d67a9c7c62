import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Command } from 'commander'
import { fail, misused } from '../terminal/print-lines.ts'
import type { FaultTest } from './fault-test.ts'

const folder = join(import.meta.dirname, 'faults')

interface Options {
  list: boolean
  perSecond: string
  seconds: string
}

export function faultsBench(bench: Command): void {
  bench
    .argument('[name]', 'only this fault test; all tests in sequence by default')
    .option('--list', 'only list the fault tests', false)
    .option('--per-second <number>', 'leads per second', '200')
    .option('--seconds <number>', 'the duration of load in each test', '20')
    .action(async (name: string | undefined, { list, perSecond, seconds }: Options) => {
      const faultTests = await loadFaultTests()
      const chosen = faultTests.filter((faultTest) => name === undefined || faultTest.name === name)
      if (chosen.length === 0) return misused(`There is no fault test "${name}". List them with bench faults --list.`)
      if (list) return console.log(chosen.map(({ name, about }) => `${name.padEnd(24)} ${about}`).join('\n'))
      const load = { perSecond: Number(perSecond), seconds: Number(seconds) }
      if (!(load.perSecond > 0 && load.seconds > 0))
        return misused('--per-second and --seconds must be numbers above 0.')
      const failed: string[] = []
      for (const faultTest of chosen) {
        console.log(`${faultTest.name}: ${faultTest.about}`)
        const { ok, lines } = await faultTest.run(load)
        for (const line of lines) console.log(`  ${line}`)
        console.log(ok ? '  held' : '  FAILED')
        if (!ok) failed.push(faultTest.name)
      }
      if (failed.length > 0) fail(`Failed: ${failed.join(', ')}`)
    })
}

/** Each file is a fault test. They use the tests' own parts, which belong to no build, so they are read when they are run. */
async function loadFaultTests(): Promise<FaultTest[]> {
  const files = (await readdir(folder)).filter((file) => extname(file) === '.ts' && !file.endsWith('.test.ts')).sort()
  return Promise.all(
    files.map(async (file) => ((await import(join(folder, file))) as { faultTest: FaultTest }).faultTest),
  )
}
