import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Answers } from '#engine/form/model/answers.ts'
import { journey } from '#engine/form/journey/journey.ts'
import { redirectOf } from '#engine/form/journey/redirect.ts'
import { validate } from '#engine/form/journey/validation/validate.ts'
import { givenAnswers } from '#engine/form/lead/given-answers.ts'
import { testReason } from '#engine/form/lead/lead.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { contentHash } from '#engine/node/hash.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import type { Shelf } from '#engine/site/deals/shelf.ts'
import { errorView, localeAt } from '#engine/site/errors/error-view.ts'
import { formSections } from '#engine/site/form-places.ts'
import type { Dispatch, PageHost, Sent } from '#engine/site/page-host.ts'
import { askedOf, type PageView, pageView } from '#engine/site/page-view.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Deals } from '../deals/deals.ts'
import type { StepCounts } from '../funnel/step-counts.ts'
import { localOrigin } from '../http/local-origin.ts'
import type { RateLimit } from '../http/rate-limits.ts'
import { visitorAddress } from '../http/visitor-address.ts'
import type { FormVersions } from '../leads/form-versions.ts'
import type { Keys } from '../leads/store-lead.ts'
import { mintKey, pageKeys } from '../leads/submission-keys.ts'
import type { Sight } from '../previews/previews.ts'
import type { SavedForms } from '../saved-forms/saved-forms.ts'
import { inTime } from '../storage/patience.ts'
import { OutcomeUnknown, StorageUnavailable } from '../storage/storage.ts'
import { canonical } from '../submissions/canonical.ts'
import { judgesAt, versionOn } from '../submissions/judges.ts'
import type { Submissions } from '../submissions/submissions.ts'
import { suspicionOf } from '../submissions/suspicion.ts'

/** How long a page waits to learn whether a form was sent before, in ms. */
const patience = 1000

/** What pages work with. */
export interface PageParts {
  versions: FormVersions
  steps: StepCounts
  deals: Deals
  submissions: Submissions
  savedForms: SavedForms
  /** Of valid submissions. */
  limit: RateLimit
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * What a page asks of the server that runs it, for one request.
 * @param shelf the deals that it shows, however long it takes
 * @param isPrivate whether no script of another company may see it
 */
export function pageHost(
  parts: PageParts,
  sight: Sight,
  request: FastifyRequest,
  shelf: Shelf = parts.deals.shelf(),
  isPrivate = false,
): PageHost {
  const { versions, steps, savedForms, now } = parts
  const { catalog, isPreview } = sight
  const brand = catalog.brandAt(request.host)
  return {
    async page(path, query) {
      const at = catalog.pageAt(brand.id, path)
      if (!at)
        return {
          status: 404,
          view: errorView({ catalog, brand, locale: localeAt(catalog, path), error: 'notFound', posted: false }),
        }
      const view = pageView(catalog, at, brand, { asked: askedOf(at, query).asked, shelf })
      rememberForms(versions, view, request.log)
      return { status: 200, view: isPrivate ? { ...view, scripts: [], chat: null } : view }
    },
    earlier: versions.find,
    judges: async ({ form }) => judgesAt(form, now()),
    today: (version) => versionOn(version, now()),
    mintKey: () => mintKey(now()),
    isLocal: localOrigin(request) !== null,
    landing: () => landingOf(request),
    shown({ form, hash }, step) {
      // Nobody visits a draft. The address says which step it was, and may say anything.
      if (isPreview || !form.steps.some(({ id }) => id === step)) return
      steps.count({ form: form.id, locale: form.locale, definition: hash, step })
    },
    later: {
      save: (order) => savedForms.save(order, localOrigin(request), request.log),
      open: (order) => savedForms.open({ ...order, brand: brand.id }, request.log),
    },
    send: (dispatch) => send(parts, sight, request, dispatch),
    async wasSent(version, answers, key) {
      const bodyHash = contentHash(canonical(givenAnswers(version.form, answers)))
      const known = parts.submissions.known(pageKeys({ form: version.form.id, key, bodyHash }))
      // What storage cannot tell now is asked again with the next press of the button.
      return inTime(patience, known).then(
        (lead) => (lead === null || lead === 'conflict' ? null : taken(catalog, version.form, answers, lead)),
        () => null,
      )
    },
  }
}

/** Without JavaScript nobody but the browser knows where a page was opened, and it says so of our own pages alone. */
function landingOf({ headers: { referer = '' }, host }: FastifyRequest): URLSearchParams {
  const from = URL.canParse(referer) ? new URL(referer) : null
  return from?.host === host ? from.searchParams : new URLSearchParams()
}

/** Keeps the forms of a page that is shown. It is worth showing even when they cannot be written down, so nobody waits. */
export function rememberForms(versions: FormVersions, view: PageView, log: FastifyBaseLogger): void {
  for (const section of formSections(view))
    versions.remember(section).catch((err) => log.error({ err }, 'form version not kept'))
}

async function send(
  { submissions, limit, now: clock }: PageParts,
  { catalog, answersDraft }: Sight,
  request: FastifyRequest,
  { version, page, answers, key, attribution, trap }: Dispatch,
): Promise<Sent> {
  // Everything was checked step by step; it is checked again as a whole, because steps come from the visitor's hand.
  const problems = validate(journey(version.form, answers), judgesAt(version.form, clock()))
  if (problems.length > 0) {
    submissions.refused(version.form.id, 'invalid')
    return { ok: false, reason: 'invalid', problems }
  }
  if (await limit(request)) {
    submissions.refused(version.form.id, 'limited')
    return { ok: false, reason: 'busy', status: 429 }
  }
  const bodyHash = contentHash(canonical(givenAnswers(version.form, answers)))
  const now = clock()
  try {
    const form = version.form.id
    const isDraft = answersDraft(version.form, page.id)
    const keys =
      key === null
        ? await keyless(submissions, `${form} ${version.form.locale} ${bodyHash}`, now)
        : pageKeys({ form, key, bodyHash })
    const accepted = await submissions.accept({
      version,
      answers,
      page: page.id,
      brand: page.brand.id,
      attribution,
      test: isDraft,
      suspicion: suspicionOf({ key, elapsed: null, trap, now, site: catalog.site }),
      via: 'page',
      ...keys,
      bodyHash,
      ip: visitorAddress(request),
      localOrigin: localOrigin(request),
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    const isMissing = accepted.kind !== 'conflict' && accepted.receipt.delivered === false
    if (isMissing) return { ok: false, reason: 'undelivered' }
    if (accepted.kind === 'conflict') return { ok: true }
    const test = localOrigin(request) === null ? null : testReason(version.form, answers, isDraft)
    return { ...taken(catalog, version.form, answers, accepted.receipt), ...(test && { test }) }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    request.log.error({ err: error }, 'storage cannot commit')
    return error instanceof OutcomeUnknown
      ? { ok: false, reason: 'unknown' }
      : { ok: false, reason: 'busy', status: 503 }
  }
}

/** What a stored lead leads its visitor to. */
function taken({ site }: Catalog, form: ResolvedForm, answers: Answers, { id, held }: Receipt): Sent {
  return { ok: true, redirect: redirectOf(form, answers, id, site.outsideHosts), held }
}

/** For how long equal answers from pages without a key are one lead, in ms. */
const sameFor = 10 * 60 * 1000

/** The key of a filling that has none: the same answers within ten minutes are the same lead. */
async function keyless(submissions: Submissions, filling: string, now: number): Promise<Keys> {
  const period = Math.floor(now / sameFor)
  const inPeriod = (number: number): Keys => ({
    idempotencyKey: `page without key ${filling} ${number}`,
    keyScope: null,
  })
  const last = await submissions.known(inPeriod(period - 1))
  const isRepeat = last !== null && last !== 'conflict' && now - Date.parse(last.receivedAt) < sameFor
  return inPeriod(isRepeat ? period - 1 : period)
}
