import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildPages } from '../../../server/testing/running-server.ts'
import type { FaultTest } from '../fault-test.ts'

const root = join(import.meta.dirname, '../../..')

/** What the tests do with each set of questions, by arguments. */
const walks = [
  ['vitest', 'run', '--project', 'sqlite', 'server/submissions/vectors.test.ts'],
  ['vitest', 'run', '--project', 'sqlite', 'tools/package.test.ts'],
  ['playwright', 'test', 'every-form.spec.ts'],
]

export const faultTest: FaultTest = {
  name: 'every-language',
  about:
    'every form in every language, on every path without JavaScript and as a whole in Chromium, and every page from the package',
  async run() {
    buildPages()
    const lines: string[] = []
    let ok = true
    for (const [command = '', ...args] of walks) {
      const env = { ...process.env, EVERY_LANGUAGE: '1' }
      const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, env, stdio: 'inherit' })
      const [code] = await once(child, 'exit')
      ok &&= code === 0
      lines.push(`${command}: ${code === 0 ? 'passed' : 'failed'}`)
    }
    return { ok, lines }
  },
}
