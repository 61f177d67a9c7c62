import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { counts } from '../terminal/number-option.ts'
import { measureDefinitions } from './measure-definitions.ts'

const root = join(import.meta.dirname, '../..')

export function definitionsBench(bench: Command): void {
  bench
    .option('--forms <numbers>', 'how many forms, with commas', counts, [100, 1000, 10_000])
    .option('--json', 'one object a line', false)
    .action(async ({ forms, json }: { forms: number[]; json: boolean }) => {
      const rows = []
      for (const count of forms) {
        if (!json) process.stderr.write(`${count} forms …\n`)
        const row = await onGenerated(count, (folder) => ({
          forms: count,
          ...checkTime(folder),
          ...measureInOwnProcess(folder),
        }))
        rows.push(row)
        if (json) console.log(JSON.stringify(row))
      }
      if (!json) console.table(rows)
    })
}

/** One count of `bench definitions`, in a process of its own. */
export function measureCommand(measure: Command): void {
  measure
    .argument('<folder>')
    .action(async (folder: string) => console.log(JSON.stringify(await measureDefinitions(folder))))
}

/** The repository's definitions with so many more forms, each like the home insurance form, in two languages. */
async function onGenerated<T>(count: number, run: (folder: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
  const form = await readFile(join(root, 'definitions/forms/home-insurance.json'), 'utf8')
  const german = await readFile(join(root, 'locales/de/forms/home-insurance.json'), 'utf8')
  for (let number = 0; number < count; number++) {
    await writeFile(
      join(folder, `definitions/forms/form-${number}.json`),
      form.replace('Home insurance', `Form ${number}`).replace(/"locales": \[.*\]/, '"locales": ["en", "de"]'),
    )
    await writeFile(join(folder, `locales/de/forms/form-${number}.json`), german)
  }
  try {
    return run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The whole command, as CI runs it. */
function checkTime(folder: string): { checkMs: number } {
  const started = performance.now()
  leadwright([], 'check', '--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales'))
  return { checkMs: Math.round(performance.now() - started) }
}

/** In a process of its own, so that one count's memory is not the next one's. */
function measureInOwnProcess(folder: string): object {
  return JSON.parse(leadwright(['--expose-gc'], 'bench', 'measure-definitions', folder))
}

function leadwright(flags: string[], ...args: string[]): string {
  return execFileSync(process.execPath, [...flags, join(import.meta.dirname, '../leadwright.ts'), ...args], {
    encoding: 'utf8',
  })
}
