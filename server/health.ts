import type { FastifyInstance } from 'fastify'
import { type LiveSite, problemLine, type QuarantinedSince, wouldGoLiveOf } from '#engine/node'
import type { QuarantinedDefinition, Readiness } from '#schemas/generated/api/readiness.ts'
import type { Deals } from '#server/deals'
import type { Geo } from '#server/geo'
import { leadProbe, relayLag } from '#server/leads'
import { inTime, type Storage, StorageUnavailable } from '#server/storage'

/** How long an answer waits for storage, in ms. */
const deadlineMs = 900

/** GET /healthz: the process answers. GET /readyz: whether a lead could be stored now, how far deliveries lag, which definitions are live. */
export function healthRoutes(
  app: FastifyInstance,
  live: LiveSite,
  storage: Storage,
  { geo, deals, isStopping }: { geo: Pick<Geo, 'state'>; deals: Pick<Deals, 'state'>; isStopping: () => boolean },
  notices: () => readonly string[],
): void {
  const reasonNotReady = leadProbe(storage, Date.now)

  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    const [lacking, lag] = await Promise.all([reasonNotReady(), lagOf(storage)])
    const reason = isStopping() ? 'The server is stopping.' : lacking
    const ready = reason === null
    const [quarantined, unreadable] = [live.quarantined(), live.unreadable()]
    const body: Readiness = {
      status: ready ? 'ready' : 'unready',
      ...(reason !== null && { reason }),
      storage: storage.engine,
      notices: [...notices()],
      ...(lag !== null && { relay: { lagSeconds: lag } }),
      geo: geo.state(),
      deals: deals.state(),
      definitions: {
        hash: live.current().hash,
        loadedAt: time(live.loadedAt()),
        wouldGoLive: wouldGoLiveOf(unreadable ? null : quarantined),
        ...(quarantined.length > 0 && {
          quarantined: quarantined.map(quarantineEntry),
          setAside: quarantined.map(quarantineEntry),
        }),
        ...(unreadable && { unreadable: { ...unreadable, since: time(unreadable.since) } }),
      },
    }
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  })
}

/** null when storage does not answer. */
async function lagOf(storage: Storage): Promise<number | null> {
  try {
    return await inTime(deadlineMs, relayLag(storage, Date.now()))
  } catch (error) {
    if (error instanceof StorageUnavailable) return null
    throw error
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function quarantineEntry({ definition, live, since, needs, problems }: QuarantinedSince): QuarantinedDefinition {
  return { definition, live, since: time(since), needs: [...needs], problems: problems.map(problemLine) }
}
