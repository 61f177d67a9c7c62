// `npm test`: what must hold, cheapest first. One line per step; a step that fails shows what it said last. After each stage
// of tests come the files that took longest.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'

interface Step {
  name: string
  command: string[]
  /** When it is ended; it then names what was unfinished. 10 when left out. */
  minutes?: number
  /** Starts it otherwise than as a command that has to succeed. */
  run?: (step: Step) => Promise<Outcome>
}

/** How long a file of tests took, by a report in JSON of vitest or playwright. */
interface FileTime {
  file: string
  seconds: number
}

interface VitestReport {
  testResults: { name: string; startTime: number; endTime: number }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs?: { tests: { results: { duration: number }[] }[] }[]
}

interface Outcome extends Step {
  ok: boolean
  seconds: number
  output: string
}

/** How much runs: what a change is likely to break, everything that CI runs, or what is rare too. */
const levels = ['quick', 'all', 'night']
const { TESTS: level = 'quick' } = process.env
if (!levels.includes(level)) {
  console.error(`TESTS is ${level}. Set it to ${levels.join(', ')}, or leave it out.`)
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')

/** Where the tests write how long they took. */
const reports = { unit: join(bin, '../.cache/unit-tests.json'), browser: join(bin, '../.cache/browser-tests.json') }

// Steps of one stage run at the same time; a stage may use what the one before has made.
const stages: Step[][] = [
  [
    { name: 'definitions', command: ['node', 'tools/leadwright.ts', 'check'] },
    { name: 'proofs', command: ['node', 'tools/leadwright.ts', 'prove'] },
    { name: 'translations', command: ['node', 'tools/leadwright.ts', 'text'] },
    { name: 'generated types', command: ['node', 'tools/leadwright.ts', 'types', '--check'] },
    { name: 'generated docs', command: ['node', 'tools/leadwright.ts', 'docs', '--check'] },
  ],
  [
    { name: 'types', command: ['tsc', '-b', '--pretty', 'false'] },
    { name: 'feed validator', command: ['node', 'server/discovery/testing/ensure-jing.ts'] },
    { name: 'lint and format', command: ['biome', 'ci', '--error-on-warnings', '--colors=off'] },
    { name: 'spelling', command: ['node', 'tools/spelling.ts'] },
    { name: 'markdown', command: ['markdownlint-cli2'] },
  ],
  [
    { name: 'web build', command: ['node', 'web/build.ts'] },
    { name: 'unused code', command: ['knip', '--no-progress'] },
    { name: 'chromium', command: ['node', 'web/e2e/ensure-chromium.ts'] },
  ],
  [{ name: 'unit tests', command: ['vitest', 'run'], minutes: 50, run: runUnitTests }],
  [{ name: 'browser tests', command: ['playwright', 'test', '--reporter=dot,json'], minutes: 65 }],
]

/** The groups of processes that run now. A step may leave some behind, which would keep its output open. */
const groups = new Set<number>()

function end(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // All of them have ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const group of groups) end(group, 'SIGKILL')
    process.exit(1)
  })
}

function run(step: Step): Promise<Outcome> {
  const started = performance.now()
  const [command = '', ...args] = step.command
  // Tests decide for themselves what is production: the server under test is, vitest is not.
  const { NODE_ENV: _, ...env } = process.env
  const path = [bin, process.env.PATH].join(delimiter)
  // Tests start our programs hundreds of times.
  const cache = join(root, 'node_modules/.cache/compiled')
  return new Promise((resolve) => {
    let output = ''
    const done = (ok: boolean) => resolve({ ...step, ok, seconds: (performance.now() - started) / 1000, output })
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      env: {
        ...env,
        PATH: path,
        NODE_COMPILE_CACHE: cache,
        NO_COLOR: '1',
        TESTS: level,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', (error) => {
      output += error.message
      done(false)
    })
    const { pid: group } = child
    if (group === undefined) return
    groups.add(group)
    const minutes = step.minutes ?? 10
    const late = setTimeout(() => {
      child.kill('SIGINT')
      // Long enough to say what was unfinished.
      setTimeout(() => {
        output += `\nIt took longer than ${minutes} minutes.`
        end(group, 'SIGKILL')
      }, 15_000)
    }, minutes * 60_000)
    child.once('exit', () => {
      clearTimeout(late)
      setTimeout(() => end(group, 'SIGKILL'), 5000).unref()
    })
    child.once('close', (code) => {
      groups.delete(group)
      done(code === 0)
    })
  })
}

function report({ name, command, ok, seconds, output }: Outcome): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`)
  if (ok) for (const test of failures(output)) console.log(`     passed only on the second attempt: ${test.trim()}`)
  else console.log(['', `> ${command.join(' ')}`, ...failures(output), ending(output.trimEnd()), ''].join('\n'))
}

/** The tests that failed once at least, as vitest and playwright name them: what follows is long. */
function failures(output: string): string[] {
  return [...new Set(output.split('\n').filter((line) => /^ FAIL |^ {2}\d+\) /.test(line)))]
}

/** Runs unit tests. Where nothing went wrong but that processes crashed, the files they ran run once more, and are named. */
async function runUnitTests(step: Step): Promise<Outcome> {
  const outcome = await run(step)
  if (outcome.ok) return outcome
  const crashes = [...outcome.output.matchAll(/exited unexpectedly with signal (\w+) .*running test file (\S+)/g)]
  const [, errors] = /Vitest caught (\d+) unhandled error/.exec(outcome.output) ?? []
  const isAllOfIt = Number(errors) === crashes.length && !/^ +Tests .*\d failed/m.test(outcome.output)
  if (!isAllOfIt) return outcome
  const files = crashes.map(([, signal = '', file = '']) => ({ signal, file: relative(root, file) }))
  // Without the report in JSON, which says how long the files of the first run took.
  const again = await run({ ...step, command: [...step.command, '--reporter=dot', ...files.map(({ file }) => file)] })
  const named = files.map(({ signal, file }) => ` FAIL  ${file}: its process ended with ${signal}`)
  const output = [...named, ...failures(outcome.output), again.output].join('\n')
  return { ...again, seconds: outcome.seconds + again.seconds, output }
}

/** Every tool here says last what was wrong, and what shows a build's output cuts what is long. */
function ending(output: string): string {
  const longest = 6000
  return output.length <= longest ? output : `…\n${output.slice(-longest)}`
}

/** Reads the times of all test files from a report. A file that ran on two databases counts twice. */
function fileTimes(report: string): FileTime[] {
  const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | { suites: PlaywrightSuite[] }
  if ('testResults' in json)
    return json.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
  return json.suites.map((suite) => ({ file: `web/e2e/${suite.file}`, seconds: milliseconds(suite) / 1000 }))
}

function milliseconds({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(milliseconds)].reduce((sum, each) => sum + each, 0)
}

function reportSlowest(report: string, count: number): void {
  if (!existsSync(report)) return
  const times = fileTimes(report).sort((a, b) => b.seconds - a.seconds)
  for (const { file, seconds } of times.slice(0, count)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`)
  // Each once.
  rmSync(report)
}

for (const report of Object.values(reports)) rmSync(report, { force: true })
const outcomes: boolean[] = []
for (const stage of stages) {
  const ofStage = stage.map(async (step) => {
    const outcome = await (step.run ?? run)(step)
    report(outcome)
    return outcome.ok
  })
  outcomes.push(...(await Promise.all(ofStage)))
  for (const report of Object.values(reports)) reportSlowest(report, 10)
  if (outcomes.includes(false)) break
}
const failed = outcomes.filter((ok) => !ok).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
