import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { writeTree } from '../../engine/node/testing/write-tree.ts'
import { edited } from '../../server/studio/outline.ts'

/** A text as it was recorded: whole, or made of what was read before. */
type Recorded =
  | string
  | { from: string; replace?: [string, string][]; set?: [string, string][] }
  | { original: string; set: [string, string][] }
  | { versionOf: string }
  | { repeat: string; times: number }

interface Sequence {
  name: string
  calls: [string, Record<string, unknown>][]
  /** Whether a draft is proven at the end, or what was asked for is refused. */
  ends: 'proven' | 'refused'
  says: string
}

interface Client {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: { name: string; annotations: { readOnlyHint: boolean } }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ content: { text: string }[]; isError: boolean }>
  close(): Promise<void>
}

const sequences: Sequence[] = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/mcp-sequences.json'), 'utf8'))
const leadwright = join(import.meta.dirname, '../leadwright.ts')

/** It is optional: a worktree may be without it. */
const sdk = '@modelcontextprotocol/sdk/client'
const parts = await Promise.all(['index.js', 'stdio.js'].map((file) => import(`${sdk}/${file}`))).catch(() => null)

function allFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  )
}

test.skipIf(parts === null)(
  'fifty recorded sequences of calls end in a proven draft or a refusal, and nothing goes live',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadwright-mcp-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await writeTree(folder, smallTree)
    symlinkSync('/etc/hostname', join(folder, 'definitions/forms/host.json'))
    const [definitions, locales, data] = ['definitions', 'locales', 'data'].map((name) => join(folder, name))
    const files = () => ({ ...allFiles(definitions ?? ''), ...allFiles(locales ?? '') })
    const before = files()
    const [index, stdio] = parts ?? []
    const client: Client = new index.Client({ name: 'test', version: '1' })
    const transport = new stdio.StdioClientTransport({
      ...{ command: process.execPath, env: { ...process.env, DATA_DIR: data } },
      args: [leadwright, 'mcp', '--definitions', definitions, '--locales', locales],
    })
    await client.connect(transport)
    onTestFinished(() => client.close())
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
      ...[
        ['read', true],
        ['propose', false],
        ['check', true],
        ['prove', true],
        ['diff', true],
        ['preview', true],
      ],
    ])

    expect(sequences.length).toBeGreaterThanOrEqual(50)
    expect(sequences.filter(({ ends }) => ends === 'refused').length).toBeGreaterThanOrEqual(sequences.length / 3)
    const wrong: string[] = []
    for (const { name, calls, ends, says } of sequences) {
      const known = new Map<string, { text: string; version: string }>()
      const recorded = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
        const said = value as Exclude<Recorded, string>
        if ('versionOf' in said) return known.get(said.versionOf)?.version
        if ('repeat' in said) return said.repeat.repeat(said.times)
        if ('original' in said || 'from' in said) {
          const text = 'from' in said ? known.get(said.from)?.text : smallTree[said.original]
          const replaced = ('replace' in said ? (said.replace ?? []) : []).reduce((all, [a, b]) => {
            expect([name, all.includes(a)]).toEqual([name, true])
            return all.replace(a, b)
          }, text ?? '')
          return (said.set ?? []).reduce((all, [key, set]) => edited(all, [{ path: [key], value: set }]), replaced)
        }
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, recorded(each)]))
      }
      let [last, proposed] = ['', '']
      for (const [tool, given] of calls) {
        const { content, isError } = await client.callTool({ name: tool, arguments: recorded(given) as object })
        last = content[0]?.text ?? ''
        if (tool === 'propose') proposed = last
        if (tool === 'read' && !isError && given.file) known.set(String(given.file), JSON.parse(last))
        if (ends === 'refused' && calls.at(-1)?.[0] === tool && !isError) wrong.push(`${name}: ${tool} was not refused`)
      }
      const end = ends === 'proven' ? proposed : last
      if (!end.includes(says) || !/[.!)]$|…"$/m.test(end)) wrong.push(`${name}: ${end.slice(0, 500)}`)
      expect(last).not.toContain('root:')
      expect(files()).toEqual(before)
      expect(readdirSync(join(folder, 'data/studio'), { withFileTypes: true }).map((each) => each.name)).not.toContain(
        'releases',
      )
      rmSync(join(folder, 'data/studio/drafts'), { recursive: true, force: true })
    }
    expect(wrong).toEqual([])
  },
  300_000,
)

test.skipIf(parts !== null)('without the SDK, one sentence says what to install', () => {
  const { status, stderr } = spawnSync(process.execPath, [leadwright, 'mcp'], { encoding: 'utf8' })
  expect([status, stderr.trim()]).toEqual([
    1,
    '@modelcontextprotocol/sdk is not installed. Install it: npm install @modelcontextprotocol/sdk',
  ])
})
