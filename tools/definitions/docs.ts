import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { problemEntries } from '#server/http/problem-table.ts'

const file = join(import.meta.dirname, '../../docs/reference/errors.md')

export function docsCommand(docs: Command): void {
  docs
    .option('--check', 'writes nothing; exits with 1 when a file is out of date', false)
    .action(async ({ check }: { check: boolean }) => {
      const text = errorsPage()
      if ((await readFile(file, 'utf8').catch(() => '')) === text) return
      console.log(`${relative('.', file)} ${check ? 'is out of date. Run `npx leadwright docs`.' : 'written'}`)
      if (check) {
        process.exitCode = 1
        return
      }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    })
}

/** Every problem that the API answers, by status and code. */
function errorsPage(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/<[^>]+>|__proto__/g, '`$&`')
  const rows = problemEntries
    .toSorted(([code, { status }], [other, { status: otherStatus }]) => status - otherStatus || (code < other ? -1 : 1))
    .map(
      ([code, { status, detail, action, retryAfter }]) =>
        `| \`${code}\` | ${status} | ${cell(detail)} | ${cell(action)} | ${retryAfter ?? ''} |`,
    )
  return `${[
    '# Errors of the API',
    '',
    'Generated from `server/http/problem-table.ts` by `npx leadwright docs`. Do not edit.',
    '',
    'Every error is `application/problem+json` (RFC 9457). `code` says what is wrong and never changes; `detail` says it',
    'in a sentence, in which words in braces are filled in. Invalid answers are listed in `errors`, each with a JSON',
    "Pointer, the rule that was broken and a sentence in the visitor's language.",
    '',
    '| code | status | detail | what to do | Retry-After (s) |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`
}
