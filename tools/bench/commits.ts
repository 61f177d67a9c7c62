import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeLead } from '#server/leads'
import { openSqlite } from '#server/storage'

// The tests' own lead, which belongs to no build.
const { sampleLead } = await import(join(import.meta.dirname, '../../server/leads/testing/sample-lead.ts'))

/** Leads a second that storage alone takes from so many callers: without HTTP, validation and the load's own work. */
export async function commitRate(callers: number, seconds: number, mostCalls: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-commits-'))
  try {
    const opened = await openSqlite(join(folder, 'leadwright.db'), { mostCalls })
    if (!opened.ok) throw new Error(opened.reason)
    const end = Date.now() + seconds * 1000
    let stored = 0
    const caller = async () => {
      for (; Date.now() < end; stored++) await storeLead(opened.storage, sampleLead())
    }
    await Promise.all(Array.from({ length: callers }, caller))
    await opened.storage.close()
    return Math.round(stored / seconds)
  } finally {
    await rm(folder, { recursive: true })
  }
}
