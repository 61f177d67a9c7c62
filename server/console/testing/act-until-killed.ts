// Releases the leads that wait at a place and revokes its keys, by turns, as the console does: a test kills it.
import { openAudit } from '../../audit/audit.ts'
import { findLead } from '../../leads/find-leads.ts'
import { approve } from '../../leads/store-lead.ts'
import { sampleLead } from '../../leads/testing/sample-lead.ts'
import { isRevokedAt, listKeys, revokeKey } from '../../partner-api/index.ts'
import { openPostgres } from '../../storage/postgres/postgres.ts'
import { openSecretKey } from '../../storage/settings.ts'
import { openSqlite } from '../../storage/sqlite/sqlite.ts'

const place = process.argv[2] ?? ''
const opened = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
if (!opened.ok) throw new Error(opened.reason)
const { storage } = opened
const audit = openAudit(storage, await openSecretKey(storage, null), Date.now)
const [rows = []] = await storage.read([{ sql: 'SELECT id FROM leads WHERE suspicion IS NOT NULL', parameters: [] }])
const keys = (await listKeys(storage)).filter((key) => key.revoked_at === null)
for (const { id } of rows) {
  const lead = String(id)
  const found = await findLead(storage, lead)
  if (!found) throw new Error('The lead is gone')
  const deed = { who: 'somebody', action: 'lead.release', object: `lead ${lead}` }
  await approve(audit.recording(deed), sampleLead({ id: lead }), found, 0)
  const key = keys.pop()?.id ?? ''
  const revoking = { who: 'somebody', action: 'key.revoke', object: `key ${key}`, done: isRevokedAt(key, 0) }
  await revokeKey(audit.recording(revoking), key, () => 0)
  console.log(lead)
}
await storage.close()
