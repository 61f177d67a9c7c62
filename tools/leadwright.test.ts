import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formerCalls } from './commands.ts'
import { inTodaysWords } from './terminal/command-table.ts'

const leadwright = join(import.meta.dirname, 'leadwright.ts')

/** Preloaded: says which files are loaded. */
const tell = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (console.error('loads ' + url), next(url, context)) })`

function run(...args: string[]) {
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, [...preload, leadwright, ...args], {
    encoding: 'utf8',
  })
  const loaded = [...stderr.matchAll(/^loads (file:.*)$/gm)].map(([, url = '']) => url)
  const packages = loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]).filter(Boolean)
  return { stdout, status, packages: new Set(packages), files: loaded.filter((url) => !url.includes('node_modules')) }
}

test('the help loads no command', () => {
  const { stdout, status, packages, files } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toContain('check')
  expect([...packages]).toEqual(['commander'])
  expect(files).toHaveLength(4)
})

test('a command loads what it needs and no more', () => {
  const check = run('check')
  expect(check.status).toBe(0)
  for (const heavy of ['fastify', 'playwright-core', 'lighthouse', 'autocannon'])
    expect(check.packages).not.toContain(heavy)
  const bench = run('bench', '--help')
  expect(bench.stdout).toContain('weight')
  expect([...bench.packages]).toEqual(['commander'])
})

test('a command is explained in both ways, and a call that cannot be understood ends with 2', () => {
  expect(run('help', 'leads', 'list').stdout).toBe(run('leads', 'list', '--help').stdout)
  expect(run('leads', 'list', '--help').stdout).toContain('--before <id>')
  expect(run('chekc').status).toBe(2)
})

test('a command that was called otherwise runs, and says what it is called now', () => {
  const calls = {
    'show form loan': 'resolve form loan',
    'erase --email a@b.example': 'person erase --email a@b.example',
    'leads release 01J': 'leads approve 01J',
    'text --locale de --own=lso': 'text --locale de --unique=lso',
  }
  for (const [call, today] of Object.entries(calls)) {
    const said: string[] = []
    expect(inTodaysWords(call.split(' '), formerCalls, (line) => said.push(line)).join(' ')).toBe(today)
    expect(said).toEqual([
      expect.stringMatching(/^"leadwright .*" is now called "leadwright .*"\. The next version accepts only/),
    ])
  }
  const never = () => expect.unreachable()
  for (const call of ['leads show 01J', 'text --locale de', 'resolve form show', 'bench weight'])
    expect(inTodaysWords(call.split(' '), formerCalls, never).join(' ')).toBe(call)
})
