// The borders between the rooms hold because the build fails: here the real Biome and the real compiler, with the
// repository's own configuration, judge a planted import. The copy lives in the system's temporary folder, since Biome
// skips everything below node_modules.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = ['engine/form', 'engine/site', 'engine/node', 'engine/react', 'server', 'web', 'tools']
const inCore = 'engine/form is pure: no React, Node or I/O here.'
const inCatalog = 'engine/site is pure: no React, Node or I/O here.'

const forbidden: [file: string, line: string, message: string][] = [
  ['engine/core/planted.ts', "import 'react'", inCore],
  ['engine/core/planted.ts', "export type { Widget } from '#engine/react/widget.ts'", inCore],
  ['engine/core/kinds/planted.ts', "import '../../react/widget.ts'", inCore],
  ['engine/core/planted.ts', "export { readFile } from 'node:fs'", inCore],
  ['engine/core/planted.ts', "import '#engine/catalog/site.ts'", inCore],
  ['engine/core/planted.test.ts', "import '#engine/react/widget.ts'", inCore],
  ['engine/core/planted.ts', 'export const now = () => new Date()', 'This room is pure'],
  ['engine/core/planted.ts', 'export const draw = () => Math.random()', 'This room is pure'],
  ['engine/catalog/planted.ts', "import '#engine/node/folder.ts'", inCatalog],
  ['engine/catalog/planted.ts', "export const io = () => import('node:fs/promises')", inCatalog],
  ['engine/node/planted.ts', "import 'fastify'", 'engine/node reads and watches definitions'],
  ['engine/react/planted.tsx', "import '#web/layouts/page.tsx'", 'engine/react draws a form that it is given.'],
  ['engine/react/planted.tsx', "import 'react-router-dom'", 'engine/react draws a form that it is given.'],
  ['server/http/planted.ts', "import '#web/app/entry-server.tsx'", 'server never imports web or React source'],
  ['server/http/planted.ts', "import '../../web/entry-server.tsx'", 'server never imports web or React source'],
  ['server/http/planted.ts', 'export const port = process.env.PORT', 'process.env'],
  ['web/ui/planted.tsx', "import '#server/app.ts'", 'web runs in a browser'],
  ['web/ui/planted.tsx', "export type { App } from '#server/app.ts'", 'web runs in a browser'],
  ['tools/planted.ts', "import '#web/ui/page.tsx'", 'tools are run by a person at a terminal'],
  ['server/planted.ts', "import '../tools/leadwright.ts'", 'server never imports web or React source'],
]

const allowed: [file: string, line: string][] = [
  ['engine/core/planted.ts', "export type { FormDefinition } from '#schemas/generated/form.ts'"],
  ['engine/core/kinds/planted.ts', "import '../filling/journey.ts'"],
  ['engine/core/planted.ts', 'export const day = (text: string) => new Date(text)'],
  ['engine/core/planted.test.ts', "import 'node:fs'"],
  ['engine/catalog/planted.ts', "import '#engine/form/journey/journey.ts'"],
  ['engine/node/planted.ts', "import 'node:fs'"],
  ['engine/react/planted.tsx', "import 'react'"],
  ['server/pages/planted.ts', "import '#web/dist/entry-server.js'"],
  ['server/planted.ts', "import '#engine/node/folder.ts'"],
  ['web/ui/planted.tsx', "import '#engine/react/widget.ts'"],
  ['web/e2e/planted.spec.ts', "import 'node:http'"],
  ['tools/planted.ts', "import '#server/config.ts'"],
]

let copy = ''

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'import-rules-'))
  const configs = ['biome.json', 'engine/pure.grit', 'package.json', 'tsconfig.base.json', 'schemas/tsconfig.json']
  for (const file of [...configs, ...rooms.map((room) => `${room}/tsconfig.json`)]) {
    await cp(join(root, file), join(copy, file))
  }
  // A real folder of links rather than one link: what the compiler remembers about the copy must not reach the tree.
  await mkdir(join(copy, 'node_modules'))
  for (const name of ['@types', 'react', 'csstype', 'vite', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const room of ['schemas/generated', ...rooms]) await plant(`${room}/room.ts`, 'export type Room = string')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

describe('Biome', { timeout: 15_000 }, () => {
  test.each(forbidden)('%s refuses: %s', async (file, line, message) => {
    const { failed, output } = await judge(file, line, 'biome', ['lint', '--colors=off', file])
    expect(output).toContain(message)
    expect(failed).toBe(true)
  })

  test('refuses a circle of imports, types included', async () => {
    await plant('engine/core/there.ts', "import type { Here } from './planted.ts'\n\nexport type There = Here[]")
    const line = "import type { There } from './there.ts'\n\nexport type Here = There | null"
    const { failed, output } = await judge('engine/core/planted.ts', line, 'biome', ['lint', '--colors=off', 'engine'])
    await rm(join(copy, 'engine/core/there.ts'))
    expect(output).toContain('lint/suspicious/noImportCycles')
    expect(failed).toBe(true)
  })

  test.each(allowed)('%s accepts: %s', async (file, line) => {
    const { failed, output } = await judge(file, line, 'biome', ['lint', '--colors=off', '--error-on-warnings', file])
    expect(output).not.toContain('noRestrictedImports')
    expect(failed, output).toBe(false)
  })

  test('an import cycle across #engine fails', async () => {
    await plant('engine/core/egg.ts', "import { hen } from '#engine/core/hen.ts'\nexport const egg = () => hen")
    const line = "import { egg } from './egg.ts'\nexport const hen = () => egg"
    const { failed, output } = await judge('engine/core/hen.ts', line, 'biome', ['lint', '--colors=off', 'engine/form'])
    await rm(join(copy, 'engine/core/egg.ts'))
    expect(output).toContain('noImportCycles')
    expect(failed).toBe(true)
  })
})

describe('tsc -b', () => {
  test.each([
    ['engine/form', "export type { Room } from '#engine/react/room.ts'", 'TS6307'],
    ['engine/form', 'export const home = process.env.HOME', 'TS2591'],
    ['engine/form', 'export const title = document.title', 'TS2584'],
    ['web', "export type { Room } from '#server/room.ts'", 'TS6307'],
  ])('%s refuses: %s', async (room, line, code) => {
    const { failed, output } = await judge(`${room}/planted.ts`, line, 'tsc', ['-b', room, '--pretty', 'false'])
    expect(output).toContain(code)
    expect(failed).toBe(true)
  })

  test.each([
    ['engine/form', "export type { Room } from '#schemas/generated/room.ts'"],
    ['web', "export type { Room } from '#engine/react/room.ts'"],
  ])('%s accepts: %s', async (room, line) => {
    const { failed, output } = await judge(`${room}/planted.ts`, line, 'tsc', ['-b', room, '--pretty', 'false'])
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
