import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { repositoryLive } from '../../engine/node/testing/repository.ts'
import type { Site } from '../../engine/site/site.ts'
import { buildApp, type Parts } from '../app.ts'
import { readConfig } from '../config/index.ts'
import { openDeals } from '../deals/deals.ts'
import { openVisits, type Visits } from '../funnel/visits.ts'
import { openGeo } from '../geo/geo.ts'
import { openPostalCodes } from '../geo/postal-codes.ts'
import { type FormVersions, formVersions } from '../leads/form-versions.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { loadRenderer } from '../pages/renderer.ts'
import type { RelayEvent } from '../relay/relay.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { buildPages, temporaryFolder } from './running-server.ts'

/** What differs from the repository's own server. */
interface Settings {
  env?: Record<string, string>
  /** Milliseconds since the epoch. */
  now?: () => number
}

/**
 * The app in this process, on storage of the engine under test, listening on loopback.
 * @param changed parts that the test puts in place of the usual ones
 */
export async function appOn(
  storage: Storage,
  changed: (parts: Parts) => Partial<Parts> = () => ({}),
  { env = {}, now = Date.now }: Settings = {},
): Promise<{
  app: FastifyInstance
  origin: string
  visits: Visits
  versions: FormVersions
  site: Site
  onTry: (event: RelayEvent) => void
  onAnswered: (lead: string) => void
}> {
  buildPages()
  // Machines that run tests are busy.
  const usual = { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal', MAX_EVENT_LOOP_DELAY_MS: '60000', DATA_DIR: temporaryFolder() }
  const read = readConfig({ ...usual, ...env })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const live = await repositoryLive()
  const versions = formVersions(storage, now)
  const hash = await openSecretKey(storage, null)
  const visits = openVisits(storage, hash, now)
  const render = await loadRenderer()
  const outbound = createOutbound({ allow: read.config.outboundAllow })
  const geo = await openGeo(read.config, { upstream: () => live.current().definition.geo, outbound, now })
  const postalCodes = openPostalCodes(read.config)
  await postalCodes.renew()
  const deals = await openDeals({ config: read.config, site: live.current, outbound, now })
  const parts = {
    config: read.config,
    live,
    storage,
    hash,
    versions,
    visits,
    render,
    geo,
    postalCodes,
    deals,
    now,
    notices: geo.notices,
    onStored: () => {},
    // There is no relay unless a test starts one.
    offersWaitMs: 0,
  }
  const { app, onTry, onAnswered } = await buildApp({ ...parts, ...changed(parts) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await postalCodes.close()
    await outbound.close()
  })
  return {
    app,
    visits,
    versions,
    onTry,
    onAnswered,
    site: live.current(),
    origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  }
}
