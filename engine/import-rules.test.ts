// Which packages a module may use, and that the pure ones stay pure: the real Biome and the real compiler, with the
// repository's own configuration, judge a planted import. The copy lives in the system's temporary folder, since Biome
// skips everything below node_modules. Which modules may import each other is in tools/architecture.test.ts.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const projects = ['form', 'library', 'site', 'authoring', 'node', 'react'].map((name) => `engine/${name}`)
const isPure = 'This module is pure: no React, Node or I/O here.'

const forbidden: [file: string, line: string, message: string][] = [
  ['engine/form/model/planted.ts', "import 'react'", isPure],
  ['engine/form/planted.ts', "export { readFile } from 'node:fs'", isPure],
  ['engine/form/planted.ts', 'export const now = () => new Date()', 'This module is pure: let the caller'],
  ['engine/site/planted.ts', 'export const draw = () => Math.random()', 'This module is pure: let the caller'],
  ['engine/authoring/planted.ts', "export const io = () => import('node:fs/promises')", isPure],
  ['engine/node/planted.ts', "import 'fastify'", 'engine/node reads and watches definitions'],
  ['engine/react/planted.tsx', "import 'react-router-dom'", 'engine/react draws a form that it is given.'],
  ['server/http/planted.ts', "import 'react'", 'server never imports React'],
  ['server/http/planted.ts', 'export const port = process.env.PORT', 'process.env'],
  ['web/ui/planted.tsx', "import 'node:fs'", 'web runs in a browser'],
  ['tools/planted.ts', "import 'react'", 'tools are run by a person at a terminal'],
]

const allowed: [file: string, line: string][] = [
  ['engine/form/planted.ts', "export type { FormDefinition } from '#schemas/generated/form.ts'"],
  ['engine/form/planted.ts', 'export const day = (text: string) => new Date(text)'],
  ['engine/form/planted.test.ts', "import 'node:fs'"],
  ['engine/node/planted.ts', "import 'node:fs'"],
  ['engine/react/planted.tsx', "import 'react'"],
  ['web/e2e/planted.spec.ts', "import 'node:http'"],
]

let copy = ''

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'import-rules-'))
  const configs = ['biome.json', 'engine/pure.grit', 'package.json', 'tsconfig.base.json', 'schemas/tsconfig.json']
  for (const file of [...configs, ...[...projects, 'web'].map((project) => `${project}/tsconfig.json`)]) {
    await cp(join(root, file), join(copy, file))
  }
  // A real folder of links rather than one link: what the compiler remembers about the copy must not reach the tree.
  await mkdir(join(copy, 'node_modules'))
  for (const name of ['@types', 'react', 'csstype', 'vite', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const folder of ['schemas/generated', ...projects, 'web', 'server/leads'])
    await plant(`${folder}/index.ts`, 'export type Room = string')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

describe('Biome', { timeout: 15_000 }, () => {
  test.each(forbidden)('%s refuses: %s', async (file, line, message) => {
    const { failed, output } = await judge(file, line, 'biome', ['lint', '--colors=off', file])
    expect(output).toContain(message)
    expect(failed).toBe(true)
  })

  test('refuses a circle of imports, types included', async () => {
    await plant('engine/form/there.ts', "import type { Here } from './planted.ts'\n\nexport type There = Here[]")
    const line = "import type { There } from './there.ts'\n\nexport type Here = There | null"
    const { failed, output } = await judge('engine/form/planted.ts', line, 'biome', ['lint', '--colors=off', 'engine'])
    await rm(join(copy, 'engine/form/there.ts'))
    expect(output).toContain('lint/suspicious/noImportCycles')
    expect(failed).toBe(true)
  })

  test.each(allowed)('%s accepts: %s', async (file, line) => {
    const { failed, output } = await judge(file, line, 'biome', ['lint', '--colors=off', '--error-on-warnings', file])
    expect(output).not.toContain('noRestrictedImports')
    expect(failed, output).toBe(false)
  })
})

describe('tsc -b', () => {
  test.each([
    ['engine/form', "export type { Room } from '#engine/react'", 'TS6307'],
    ['engine/form', 'export const home = process.env.HOME', 'TS2591'],
    ['engine/form', 'export const title = document.title', 'TS2584'],
    ['web', "export type { Room } from '#server/leads'", 'TS6307'],
  ])('%s refuses: %s', async (project, line, code) => {
    const { failed, output } = await judge(`${project}/planted.ts`, line, 'tsc', ['-b', project, '--pretty', 'false'])
    expect(output).toContain(code)
    expect(failed).toBe(true)
  })

  test.each([
    ['engine/form', "export type { Room } from '#schemas/generated/index.ts'"],
    ['web', "export type { Room } from '#engine/react'"],
  ])('%s accepts: %s', async (project, line) => {
    const { failed, output } = await judge(`${project}/planted.ts`, line, 'tsc', ['-b', project, '--pretty', 'false'])
    expect(failed, output).toBe(false)
  })
})

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(copy, file)), { recursive: true })
  await writeFile(join(copy, file), `${text}\n`)
}

/** Plants one file, lets the tool judge it, and takes the file out again. */
async function judge(file: string, text: string, tool: 'biome' | 'tsc', args: string[]) {
  await plant(file, text)
  const verdict = await new Promise<{ failed: boolean; output: string }>((resolve) => {
    const binary = join(root, 'node_modules/.bin', tool)
    execFile(binary, args, { cwd: copy }, (error, out, err) => resolve({ failed: error !== null, output: out + err }))
  })
  await rm(join(copy, file))
  return verdict
}
