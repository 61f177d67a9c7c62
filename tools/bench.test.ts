import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { smallSite } from '../engine/node/testing/small-site.ts'

/**
 * Each measure with a load so small that it only shows that it runs: figures of a busy machine say nothing. Lighthouse
 * is left out: it takes its time whatever it is asked.
 */
const measures: Record<string, { options: string[]; says: string[] }> = {
  definitions: { options: ['--forms', '3'], says: ['checkMs', 'startMs', 'reloadMs', 'firstPageMs'] },
  pages: { options: ['--pages', '3'], says: ['startMs', 'firstMs', 'tenMs', 'reloadMs', 'rssMb'] },
  weight: { options: [], says: ['scriptKb', 'engineKb', 'reactKb', 'styleKb'] },
  form: { options: ['--fields', '5', '--strokes', '10'], says: ['handMs', 'oursMs'] },
  serve: { options: ['--seconds', '0.2', '--rounds', '1', '--pages', '2'], says: ['perSecond'] },
  geo: { options: ['--seconds', '0.1'], says: ['perSecond'] },
  deals: { options: ['--deals', '50', '--asked', '10', '--seconds', '0.2'], says: ['p50Ms', 'p99Ms'] },
  results: {
    options: [
      '--pages',
      '5',
      '--answers',
      '3',
      '--seconds',
      '0.2',
      '--connections',
      '4',
      '--rounds',
      '1',
      '--rest',
      '0.5',
    ],
    says: ['pages', 'rssMb'],
  },
  ingest: {
    options: ['--engine', 'sqlite', '--seconds', '0.2', '--connections', '4', '--stored', '1000', '--rounds', '1'],
    says: ['perSecond', 'p99Ms'],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'leadwright-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** Figures of a small site show as well that they are measured. Only `pages` makes a site of its own from the repository's. */
const small = smallSite(folder)

for (const [name, { options, says }] of Object.entries(measures)) {
  test(`bench ${name} measures`, async () => {
    const command = [join(import.meta.dirname, 'leadwright.ts'), 'bench', name, '--json', ...options]
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      encoding: 'utf8',
      env: { ...process.env, ...(name !== 'pages' && small) },
    })
    const [first = '{}'] = stdout.split('\n')
    const row = JSON.parse(first) as Record<string, number>
    for (const key of says) expect(row[key], `${key} in ${first}`).toBeGreaterThan(0)
  })
}
