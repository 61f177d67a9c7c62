import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { variables } from '#server/config'
import { startServer, temporaryFolder } from '../server/testing/running-server.ts'
import { repositoryCommands } from './repository-commands.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'docs/**/*.md',
    '{definitions,locales}/README.md',
    '{engine,server,web,tools}/**/README.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/fixtures/**'] },
).sort()

/** A text without its code, in which nothing is a link or a heading. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code')

/** The fragment of a heading, as forges make it. */
const fragment = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')

function fragments(text: string): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) => fragment(heading.replace(/`|\[([^\]]*)\]\([^)]*\)/g, '$1'))),
  )
}

test('every link in the documents leads to a file, and to a heading of it', () => {
  const broken = files.flatMap((file) =>
    Array.from(prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .flatMap((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? file : relative(root, join(root, dirname(file), path))
        if (!existsSync(join(root, target))) return [`${file}: ${link}`]
        return anchor === undefined || fragments(read(target)).has(anchor) ? [] : [`${file}: ${link}`]
      }),
  )
  expect(broken).toEqual([])
})

test('every command in the documents exists, with its options', async () => {
  const program = new Command('leadwright')
  for (const [name, { load }] of Object.entries(repositoryCommands)) {
    const add = await load()
    add(program.command(name))
  }
  const unknown = files
    .filter((file) => !file.startsWith('docs/reference/'))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/npx leadwright ([^`\n#|…]*)/g), ([, call = '']) => call.trim()).flatMap((call) =>
        isCommand(program, call.split(/\s+/)) ? [] : [`${file}: ${call}`],
      ),
    )
  expect(unknown).toEqual([])
})

/** Whether the words name a command, and only options that it has. */
function isCommand(program: Command, words: readonly string[]): boolean {
  let command = program
  for (const word of words) {
    const inner: Command | undefined = command.commands.find((each) => each.name() === word)
    if (!inner) break
    command = inner
  }
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[^a-z-].*$/, ''))
  return command !== program && options.every((option) => command.options.some(({ long }) => long === option))
}

test('the calls of the README work as they are copied', async () => {
  const folder = temporaryFolder()
  const server = await startServer(join(folder, 'data'))
  onTestFinished(async () => void (await server.stop()))
  const calls = Array.from(read('README.md').matchAll(/^```sh\n(curl [\s\S]*?)```$/gm), ([, call = '']) =>
    call.replaceAll('http://127.0.0.1:8080', server.origin).replaceAll(/^curl/gm, 'curl --silent'),
  )
  const run = (call: string) => spawnSync('sh', ['-c', call], { cwd: folder, encoding: 'utf8' }).stdout
  const said = [...calls, ...calls].map((call) => JSON.parse(run(call)))
  expect(said).toMatchObject([{ leads: [] }, { id: said[3].id }, { leads: [{ id: said[3].id }] }, {}])
})

test('a decision has a title of twelve words at most, a reason, and tests that exist', () => {
  const wrong = globSync('docs/decisions/*.md', { cwd: root })
    .filter((file) => !file.endsWith('README.md'))
    .flatMap((file) =>
      read(file)
        .split(/^## /m)
        .slice(1)
        .flatMap((decision) => {
          const [title = ''] = decision.split('\n')
          const tests = Array.from(decision.matchAll(/^\*\*Test:\*\* \[([^\]]+)\]/gm), ([, path = '']) => path)
          const isWhole =
            title.split(' ').length <= 12 &&
            /^\*\*Why:\*\* /m.test(decision) &&
            tests.every((path) => /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(root, path)))
          return isWhole ? [] : [`${file}: ${title}`]
        }),
    )
  expect(wrong).toEqual([])
})

test('the first pages stay short', () => {
  const size = (file: string) => ({ lines: read(file).split('\n').length - 1, words: read(file).split(/\s+/).length })
  expect(size('README.md').lines).toBeLessThanOrEqual(150)
  expect(size('CONTRIBUTING.md').lines).toBeLessThanOrEqual(120)
  expect(size('CONTRIBUTING.md').words).toBeLessThanOrEqual(1200)
})

test('the reference of the environment has every variable that is read', () => {
  const config = read('server/config/index.ts')
  const used = Array.from(config.matchAll(/\benv\.([A-Z_]+)|ranges\('([A-Z_]+)'/g), ([, one, other]) => one ?? other)
  expect(new Set(variables.map(({ name }) => name))).toEqual(new Set(used))
})

/** Words of a private idiom, and what the documents say instead. */
const privateWords = /\b(told|walked|whoever|whom|anew|begun|beside|lest|reckon\w*|rooms?)\b|\bstands?\b/gi

/** Places that keep such a word, each with the reason. */
const keptWords: readonly (readonly [file: RegExp, line: RegExp, reason: string])[] = [
  [/^docs\/reference\/page\.md$/, /^### told$|object: told/, 'the name of a definition in a schema'],
  [/^docs\/guide\/brands\.md$/, /whom to ask/, 'a text of an example, quoted'],
]

test('the documents are in plain English', () => {
  const found = files
    .filter((file) => !/^(definitions|locales)\//.test(file))
    .flatMap((file) =>
      prose(read(file))
        .split('\n')
        .flatMap((line, index) =>
          (line.match(privateWords) ?? [])
            .filter(() => !keptWords.some(([of, text]) => of.test(file) && text.test(line)))
            .map((word) => `${file}:${index + 1} ${word}`),
        ),
    )
  expect(found).toEqual([])
})

test('comments lose the private idiom, and never gain any', () => {
  const sources = globSync('{engine,server,web,tools}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/testing/**', '**/tests/**', '**/site-tests/**', 'web/e2e/**', 'web/dist/**'],
  }).filter((file) => !/\.(test|spec)\.tsx?$/.test(file) && !/^\/\/ Generated/m.test(read(file)))
  const inComments = sources.flatMap((file) =>
    Array.from(read(file).matchAll(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*$)|\s\/\/ .*$/gm), ([comment]) => comment).flatMap(
      (comment) => comment.match(/\b(stands|told|nobody|somebody|whoever|beside|anew)\b/gi) ?? [],
    ),
  )
  // Lower this number whenever you rewrite comments. Never raise it.
  expect(inComments.length).toBeLessThanOrEqual(691)
})
