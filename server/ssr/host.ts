import type { FastifyRequest } from 'fastify'
import type { Dispatch, PageHost, Sent } from '#engine/catalog/page-host.ts'
import { notFoundView, pageView } from '#engine/catalog/page-view.ts'
import { journey } from '#engine/core/journey.ts'
import { validate } from '#engine/core/validate.ts'
import { contentHash } from '#engine/node/hash.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { accept, type Intake, mintKey } from '../submissions/accept.ts'
import { canonical } from '../submissions/canonical.ts'
import { judgesAt } from '../submissions/judges.ts'
import type { Limit } from '../submissions/limit.ts'

/** What a page asks of the server that runs it, for one request. */
export function pageHost(intake: Intake, limit: Limit, request: FastifyRequest): PageHost {
  const catalog = intake.catalog()
  const brand = catalog.brandAt(request.host)
  return {
    async page(path) {
      const at = catalog.pageAt(path)
      if (!at) return { status: 404, view: notFoundView(catalog, path, brand) }
      const view = pageView(catalog, at, brand)
      const shown = view.sections.filter((section) => section.kind === 'form')
      // A page is worth showing even when this cannot be written down now.
      await Promise.all(shown.map(intake.versions.remember)).catch((err) =>
        request.log.error({ err }, 'form version not kept'),
      )
      return { status: 200, view }
    },
    earlier: intake.versions.find,
    judges: async ({ form }) => judgesAt(form, intake.now()),
    mintKey,
    send: (dispatch) => send(intake, limit, request, dispatch),
  }
}

async function send(
  intake: Intake,
  limit: Limit,
  request: FastifyRequest,
  { version, page, answers, key }: Dispatch,
): Promise<Sent> {
  // Everything was checked step by step; it is checked again as a whole, because steps come from the visitor's hand.
  const problems = validate(journey(version.form, answers), judgesAt(version.form, intake.now()))
  if (problems.length > 0) return { ok: false, reason: 'invalid', problems }
  if (await limit(request)) return { ok: false, reason: 'busy', status: 429 }
  const bodyHash = contentHash(canonical(answers))
  try {
    await accept(intake, {
      version,
      answers,
      page: page.id,
      brand: page.brand.id,
      attribution: {},
      test: false,
      // A visitor who goes back and corrects an answer sends a new lead; a second press of the button does not.
      idempotencyKey: `page ${contentHash(key)} ${bodyHash}`,
      bodyHash,
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    request.log.error({ err: error }, 'storage cannot commit')
    return { ok: false, reason: 'busy', status: 503 }
  }
}
