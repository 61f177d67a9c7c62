// The server of `bench ingest`: the whole app with a route beside it that takes the same body and does nothing.
import { join } from 'node:path'
import { openSite, readSchemas } from '#engine/node'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import { openDeals } from '#server/deals'
import { openVisits } from '#server/funnel'
import { openGeo, openPostalCodes } from '#server/geo'
import { formVersions } from '#server/leads'
import { createOutbound } from '#server/outbound'
import { loadRenderer } from '#server/pages'
import { openPostgres, openSecretKey, openSqlite } from '#server/storage'

const read = readConfig()
if (!read.ok) throw new Error(read.problems.join('\n'))
const { config } = read
const folders = { definitions: config.definitionsDir, locales: config.localesDir }
const begun = await openSite(folders, { now: Date.now })
if (!begun.ok) throw new Error('The definitions have problems.')
const { live } = begun
const single = process.env.SINGLE === '1'
const opened = config.databaseUrl
  ? await openPostgres(config.databaseUrl)
  : await openSqlite(join(config.dataDir, 'leadwright.db'), single ? { mostCalls: 1 } : {})
if (!opened.ok) throw new Error(opened.reason)
const { storage } = opened
const versions = formVersions(storage, Date.now)
const outbound = createOutbound({ allow: [] })
const render = await loadRenderer()
const hash = await openSecretKey(storage, null)
const visits = openVisits(storage, hash, Date.now)
const { app } = await buildApp({
  config,
  live,
  storage,
  hash,
  versions,
  visits,
  render,
  geo: await openGeo(config, { upstream: () => undefined, outbound, now: Date.now }),
  postalCodes: openPostalCodes(config),
  deals: await openDeals({ config, site: live.current, outbound, now: Date.now }),
  now: Date.now,
  notices: () => [],
  onStored: () => {},
})
const body = readSchemas()['api/submission.schema.json']
app.post('/noop', { schema: { body } }, (_, reply) => reply.code(201).send({ id: '', receivedAt: '', definition: '' }))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }), 'listens')
process.once('SIGTERM', async () => {
  await live.close()
  await app.close()
  await storage.close()
  process.exit(0)
})
