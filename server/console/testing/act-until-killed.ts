// Releases the leads that wait at a place, one after the other, as the console does: a test kills it.
import { openAudit } from '../../audit/audit.ts'
import { findLead } from '../../leads/find-leads.ts'
import { approve } from '../../leads/store-lead.ts'
import { sampleLead } from '../../leads/testing/sample-lead.ts'
import { openPostgres } from '../../storage/postgres/postgres.ts'
import { openSecretKey } from '../../storage/settings.ts'
import { openSqlite } from '../../storage/sqlite/sqlite.ts'

const place = process.argv[2] ?? ''
const opened = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
if (!opened.ok) throw new Error(opened.reason)
const { storage } = opened
const audit = openAudit(storage, await openSecretKey(storage, null), Date.now)
const [rows = []] = await storage.read([{ sql: 'SELECT id FROM leads WHERE suspicion IS NOT NULL', parameters: [] }])
console.log('begins')
for (const { id } of rows) {
  const lead = String(id)
  const found = await findLead(storage, lead)
  if (!found) throw new Error('The lead is gone')
  const deed = { who: 'somebody', action: 'lead.release', object: `lead ${lead}` }
  await approve(audit.recording(deed), sampleLead({ id: lead }), found, 0)
}
console.log('ends')
await storage.close()
