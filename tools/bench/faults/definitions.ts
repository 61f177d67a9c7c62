import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storm } from '../../../server/testing/definition-storm.ts'
import { repeatUnacknowledged, streamLeads } from '../../../server/testing/lead-stream.ts'
import { buildPages, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { storedLeads, summary, untruths } from '../../../server/testing/told-and-stored.ts'
import type { FaultTest } from '../fault-test.ts'

const root = join(import.meta.dirname, '../../..')

/** How long a change may take until it is live, in ms. */
const promise = 2000

export const faultTest: FaultTest = {
  name: 'definitions',
  about: '500 rounds of definitions that disappear, are half written or are renamed, under load',
  async run(load) {
    buildPages()
    const folder = temporaryFolder()
    for (const name of ['definitions', 'locales']) cpSync(join(root, name), join(folder, name), { recursive: true })
    const server = await startServer(join(folder, 'data'), {
      DEFINITIONS_DIR: join(folder, 'definitions'),
      LOCALES_DIR: join(folder, 'locales'),
    })
    try {
      const stream = streamLeads(() => server.origin, load)
      const missed: string[] = []
      await storm(folder, 500, async () => {
        const { status } = await fetch(`${server.origin}/forms/loan`)
        // A machine that is too busy sheds load, which is another matter.
        if (status !== 200 && status !== 503) missed.push(`/forms/loan answered ${status}`)
      })
      const form = join(folder, 'definitions/forms/loan.json')
      writeFileSync(form, readFileSync(form, 'utf8').replace('"Personal loan"', '"A calm loan"'))
      const took = await untilLive(server.origin)
      const sent = await stream.end()
      await repeatUnacknowledged(server.origin, sent)
      const wrong = [...missed, ...untruths(sent, await storedLeads(join(folder, 'data/leadwright.db')))]
      const live = `the last change was live, and nothing quarantined, after ${Math.round(took)} ms (${promise} at most)`
      return { ok: wrong.length === 0 && took <= promise, lines: [summary(sent), live, ...wrong] }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  },
}

/** How long it takes until the change is live, in ms; Infinity when it takes far too long. */
async function untilLive(origin: string): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < 30_000) {
    const page = await (await fetch(`${origin}/forms/loan`)).text()
    const { definitions } = (await (await fetch(`${origin}/readyz`)).json()) as {
      definitions: { quarantined?: unknown }
    }
    if (page.includes('A calm loan') && definitions.quarantined === undefined) return performance.now() - begun
    await sleep(20)
  }
  return Infinity
}
