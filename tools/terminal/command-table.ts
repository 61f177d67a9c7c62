import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { Command } from 'commander'

const root = join(import.meta.dirname, '../..')
const configFile = 'leadwright.config.ts'

/** A command: what it is for, and where the function is that gives it its options and its action. */
export interface CommandEntry {
  about: string
  load: () => Promise<(command: Command) => void>
  /** Left out of the help. */
  hidden?: true
  /** It runs whatever is wrong with leadwright.config.ts, or with versions. */
  isWithoutOwnCode?: true
}

export type Commands = Readonly<Record<string, CommandEntry>>

/** Runs the command that the process was called with. */
export async function runCommands(commands: Commands, formerCalls: Readonly<Record<string, string>>): Promise<void> {
  // Who reads only the first lines, as `head` does, has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })

  const program = new Command('leadwright')
    .description('Build forms from definition files, and manage their leads.')
    .version(ownVersion())
    // 1 is for what a command found; a call that cannot be understood is 2.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

  addCommands(program, commands)
  program.hook('preAction', async () => {
    if (commands[process.argv[2] ?? '']?.isWithoutOwnCode) return
    const problem = versionProblem('.', ownVersion()) ?? (await ownCodeProblem())
    if (problem === null) return
    console.error(problem)
    process.exit(1)
  })

  const call = inTodaysWords(process.argv.slice(2), formerCalls, console.error)
  const [called, ...words] = call
  const recorded = recordedHelp(called === 'help' ? words : call.slice(0, -1))
  if (recorded !== undefined && (called === 'help' || /^(--help|-h)$/.test(call.at(-1) ?? '')))
    return void process.stdout.write(recorded)
  // `help leads list` is `leads list --help`: only then is the command's own code there.
  await program.parseAsync(called === 'help' ? [...words, '--help'] : call, { from: 'user' }).catch((error: Error) => {
    // A folder that holds more than is ever read: whichever command reads it says so.
    if (error.name !== 'TooMuch') throw error
    console.error(error.message)
    process.exitCode = 1
  })
}

function ownVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

async function ownCodeProblem(): Promise<string | null> {
  const definitions = process.env.DEFINITIONS_DIR || 'definitions'
  if (!existsSync(configFile) && !existsSync(join(definitions, 'photos'))) return null
  const { loadExtensions } = await import('#server/extensions')
  return loadExtensions('.', definitions)
}

/**
 * Whether a repository is meant for another version than the one that runs, or its own code imports another one.
 * @returns one sentence with file and line; null where all is one version
 */
function versionProblem(folder: string, own: string): string | null {
  const file = join(folder, 'package.json')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const asked = /"leadwright"\s*:\s*"([^"]*)"/.exec(text)?.[1]
  if (asked !== undefined && !accepts(asked, own))
    return `${file}:${lineOf(text, '"leadwright"')} asks for leadwright ${asked}, but this is ${own}. Run \`npm install\`, then \`npx leadwright\`.`
  const config = join(folder, configFile)
  if (!existsSync(config)) return null
  try {
    const imported = createRequire(resolve(config)).resolve('leadwright/package.json')
    const { version } = JSON.parse(readFileSync(imported, 'utf8'))
    if (version === own) return null
    const line = lineOf(readFileSync(config, 'utf8'), 'leadwright/')
    return `${config}:${line} imports leadwright ${version} in ${relative('.', dirname(imported))}, but this is ${own} in ${relative('.', root)}. Run \`npm install\`, and call it as \`npx leadwright\` in this folder.`
  } catch {
    // It imports none that is installed: who loads it says so.
    return null
  }
}

/** Whether a version is one that package.json asks for. What is no plain version, such as a file, accepts all. */
function accepts(range: string, version: string): boolean {
  const [, sign = '', ...asked] = /^([\^~]?)(\d+)\.(\d+)\.(\d+)$/.exec(range) ?? []
  if (asked.length === 0) return true
  const [wanted, own] = [asked.map(Number), version.split('.').map(Number.parseFloat)]
  const differing = wanted.findIndex((part, at) => part !== own[at])
  if (differing === -1) return true
  // What must be the same: for ^ up to the first part that is not 0, for ~ all but the last.
  const fixed = sign === '^' ? wanted.findIndex((part) => part > 0) : sign === '~' ? 1 : 2
  return fixed !== -1 && differing > fixed && (own[differing] ?? 0) > (wanted[differing] ?? 0)
}

function lineOf(text: string, part: string): number {
  return text.slice(0, Math.max(0, text.indexOf(part))).split('\n').length
}

/** The help of each command, by its words. The package has it as a file. */
export async function helpTexts(commands: Commands): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const program = new Command('leadwright').configureHelp({ helpWidth: 100 })
  const visit = (words: string, command: Command) => {
    texts[words] = command.helpInformation()
    for (const inner of command.commands) visit(`${words} ${inner.name()}`, inner)
  }
  for (const [name, { about, load }] of Object.entries(commands)) {
    const command = program.command(name).description(about)
    const add = await load()
    add(command)
    visit(name, command)
  }
  return texts
}

/** The help of a command without its code, which takes longer to load than to read the help. */
function recordedHelp(words: readonly string[]): string | undefined {
  const file = join(root, 'help.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'))[words.join(' ')] : undefined
}

/** Adds commands by name. The code of one is imported when it is called: help must not load a browser's driver. */
export function addCommands(program: Command, table: Commands): void {
  for (const [name, { about, hidden = false }] of Object.entries(table))
    program.command(name, { hidden }).description(about)
  program.hook('preSubcommand', async (_, command) => {
    const add = await table[command.name()]?.load()
    add?.(command)
  })
}

/**
 * A call in the words of today.
 * @param former the words of a call → those of today; an option follows its command anywhere
 * @param warn is told what the call should be
 */
export function inTodaysWords(
  call: readonly string[],
  former: Readonly<Record<string, string>>,
  warn: (message: string) => void,
): string[] {
  for (const [words, today] of Object.entries(former)) {
    const [name = '', second] = words.split(' ')
    const isOption = second?.startsWith('--') ?? false
    const at = isOption ? call.findIndex((word) => word === second || word.startsWith(`${second}=`)) : 1
    if (call[0] !== name || (second !== undefined && !(call[at] ?? '').startsWith(second))) continue
    if (second !== undefined && !isOption && call[1] !== second) continue
    warn(`"leadwright ${words}" is now called "leadwright ${today}". The next version accepts only the new name.`)
    if (!isOption) return [...today.split(' '), ...call.slice(words.split(' ').length)]
    return call.with(at, (call[at] ?? '').replace(second ?? '', today.split(' ')[1] ?? ''))
  }
  return [...call]
}
