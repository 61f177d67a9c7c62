import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { openPostgres, openSqlite, type StorageOpened } from '#server/storage'
import { runSequence, sequences } from '../../../server/leads/testing/lifecycle-model.ts'
import { postgresServer } from '../../../server/storage/testing/postgres-server.ts'
import { temporaryFolder } from '../../../server/testing/running-server.ts'
import type { FaultTest, FaultTestResult } from '../fault-test.ts'

/** How many random sequences of verbs each engine is taken through. */
const runs = 2000

export const faultTest: FaultTest = {
  name: 'lifecycle',
  about: `${runs} random sequences of what happens to leads, at once, with kills and clock steps, on each engine`,
  async run() {
    const folder = temporaryFolder()
    const server = await postgresServer()
    try {
      const results = [
        await sequencesOn('SQLite', await openSqlite(join(folder, 'leadwright.db'))),
        await sequencesOn('PostgreSQL', await openPostgres(await server.database())),
      ]
      return { ok: results.every(({ ok }) => ok), lines: results.flatMap(({ lines }) => lines) }
    } finally {
      await server.remove()
      await rm(folder, { recursive: true })
    }
  },
}

async function sequencesOn(engine: string, opened: StorageOpened): Promise<FaultTestResult> {
  if (!opened.ok) return { ok: false, lines: [opened.reason] }
  const { storage } = opened
  try {
    const found = await fc.check(
      fc.asyncProperty(sequences(), (steps) => runSequence(storage, steps)),
      { numRuns: runs },
    )
    const lines = [
      `${engine}: ${found.numRuns} sequences${found.failed ? `, of which one fails (seed ${found.seed}):` : ' hold.'}`,
    ]
    if (found.failed) lines.push(String(found.errorInstance), JSON.stringify(found.counterexample))
    return { ok: !found.failed, lines }
  } finally {
    await storage.close()
  }
}
