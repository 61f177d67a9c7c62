import type { FastifyInstance } from 'fastify'
import type { AsideSince, LiveCatalog } from '#engine/node/live-catalog.ts'
import { problemLine } from '#engine/node/load.ts'
import type { Readiness, SetAside } from '#schemas/generated/api/readiness.ts'
import { relayLag } from '../relay/lag.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'

/** GET /healthz: the process answers. GET /readyz: leads can be taken, how far deliveries lag, which definitions are live. */
export function healthRoutes(
  app: FastifyInstance,
  live: LiveCatalog,
  storage: Storage,
  notices: () => readonly string[],
): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    const lag = await lagOf(storage)
    const ready = lag !== null
    const [aside, unreadable] = [live.setAside(), live.unreadable()]
    const body: Readiness = {
      status: ready ? 'ready' : 'unready',
      storage: storage.engine,
      notices: [...notices()],
      ...(ready && { relay: { lagSeconds: lag } }),
      definitions: {
        hash: live.current().hash,
        loadedAt: time(live.loadedAt()),
        ...(aside.length > 0 && { setAside: aside.map(asideEntry) }),
        ...(unreadable && { unreadable: { ...unreadable, since: time(unreadable.since) } }),
      },
    }
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  })
}

/** null when storage cannot be reached. */
async function lagOf(storage: Storage): Promise<number | null> {
  try {
    return await relayLag(storage, Date.now())
  } catch (error) {
    if (error instanceof StorageUnavailable) return null
    throw error
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function asideEntry({ definition, live, since, needs, problems }: AsideSince): SetAside {
  return { definition, live, since: time(since), needs: [...needs], problems: problems.map(problemLine) }
}
