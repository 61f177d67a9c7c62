// `node tools/testing/mutations.ts`: shows that tests hold the rules of the frame. Each rule is broken in a checkout of its
// own by a change of one line, and the test named beside it must fail.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A rule, the line that keeps it, the line that breaks it, and the test that says so. */
type Mutation = readonly [rule: string, file: string, find: string, put: string, test: string]

const mutations: readonly Mutation[] = [
  [
    'menu entries are hidden in languages that are not theirs',
    'engine/site/frame/menu-view.ts',
    'return locales?.includes(locale) ?? true',
    'return locales !== undefined || locale !== undefined',
    'engine/node/frames.test.ts',
  ],
  [
    'the click id goes along where a menu says so, and nowhere else',
    'engine/site/frame/menu-view.ts',
    '...(item.clickId && {',
    '...(!item.clickId && {',
    'engine/node/frames.test.ts',
  ],
  [
    'languages are left out of the dropdown as targets',
    'engine/site/languages/languages-view.ts',
    "site.excludedAs === 'current'",
    "site.excludedAs !== 'current'",
    'engine/node/language-menu.test.ts',
  ],
  [
    'the root redirect answers 302',
    'server/pages/visitor-language.ts',
    'status = 302 }',
    'status = 301 }',
    'server/pages/visitor-language.test.ts',
  ],
  [
    'the language that a browser likes best comes first',
    'engine/site/languages/preferred-language.ts',
    'other.quality - one.quality',
    'one.quality - other.quality',
    'engine/site/languages/preferred-language.test.ts',
  ],
  [
    'the loading bar waits 200 ms',
    'web/stores/progress-rules.ts',
    'const throttle = 200',
    'const throttle = 100',
    'web/stores/progress-rules.test.ts',
  ],
  [
    'the loading bar is hidden 500 ms after it is full',
    'web/stores/progress-rules.ts',
    'const hideDelay = 500',
    'const hideDelay = 400',
    'web/stores/progress-rules.test.ts',
  ],
  [
    'what was cancelled does not fail the loading bar',
    'web/stores/progress-rules.ts',
    "ending === 'failed'",
    "ending !== 'done'",
    'web/stores/progress-rules.test.ts',
  ],
  [
    'a page whose code is gone is loaded anew at most once a minute',
    'web/stores/reload-limit.ts',
    'const period = 60_000',
    'const period = 50_000',
    'web/stores/reload-limit.test.ts',
  ],
  [
    'a click id is kept whole or not at all',
    'engine/form/lead/attribution.ts',
    'value.length > longest',
    'value.length > longest + 1000',
    'engine/form/lead/attribution.test.ts',
  ],
]

const root = join(import.meta.dirname, '../..')
const parent = mkdtempSync(join(tmpdir(), 'leadwright-mutations-'))
const copy = join(parent, 'copy')

/** @returns whether the program ended well */
function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { cwd: program === 'git' ? root : copy, stdio: 'ignore' }).status === 0
}

let survivors = 0
try {
  if (!run('git', 'worktree', 'add', '--detach', copy, 'HEAD')) throw new Error('There is no checkout to break.')
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [rule, file, find, put, test] of mutations) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(find)) throw new Error(`${file} does not hold ${find}`)
    const passes = () => run(join(root, 'node_modules/.bin/vitest'), 'run', '--project', 'sqlite', test)
    if (!passes()) throw new Error(`${test} fails as it is.`)
    writeFileSync(
      path,
      text.replace(find, () => put),
    )
    const isRed = !passes()
    writeFileSync(path, text)
    if (!isRed) survivors += 1
    console.log(`${isRed ? 'red ' : 'PASS'} ${rule}`)
  }
} finally {
  run('git', 'worktree', 'remove', '--force', copy)
  rmSync(parent, { recursive: true, force: true })
}
process.exit(survivors > 0 ? 1 : 0)
