import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { control, estimateOf, estimateText, journey, redirectOf, validate } from '#engine/form/journey'
import { carrierOf, givenAnswers, sentCookie, sentReference, testReason } from '#engine/form/lead'
import type { Answers, ResolvedForm } from '#engine/form/model'
import { contentHash } from '#engine/node'
import {
  askedOf,
  type Dispatch,
  errorView,
  formSections,
  goneResults,
  localeAt,
  type PageHost,
  type PageView,
  pageView,
  resultsAt,
  type Sent,
  type Shelf,
  type Site,
} from '#engine/site'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Deals } from '#server/deals'
import { deviceOf, type Visit, type Visits } from '#server/funnel'
import type { PostalCodes } from '#server/geo'
import { localOrigin, type RateLimit, visitorAddress } from '#server/http'
import { type FormVersions, type Keys, mintKey, pageKeys } from '#server/leads'
import type { PreviewAccess } from '#server/previews'
import type { ResultPages } from '#server/results'
import type { SavedForms } from '#server/saved-forms'
import { inTime, OutcomeUnknown, StorageUnavailable } from '#server/storage'
import { canonical, type FormOpenings, judgesAt, type Submissions, suspicionOf, versionOn } from '#server/submissions'
import type { Uploads } from '#server/uploads'

/** How long a page waits to learn whether a form was sent before, in ms. */
const deadlineMs = 1000

/** What pages work with. */
export interface PageParts {
  versions: FormVersions
  visits: Visits
  deals: Deals
  postalCodes: Pick<PostalCodes, 'at'>
  submissions: Submissions
  uploads: Uploads
  openings: Pick<FormOpenings, 'closedForms' | 'revision'>
  savedForms: SavedForms
  results: ResultPages
  /** Of valid submissions. */
  limit: RateLimit
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * What a page asks of the server that runs it, for one request.
 * @param shelf the deals that it shows, however long it takes
 * @param isPrivate whether no script of another company may see it
 * @param posted what was posted, and the reply to it
 */
export function pageHost(
  parts: PageParts,
  access: PreviewAccess,
  request: FastifyRequest,
  shelf: Shelf = parts.deals.shelf(),
  isPrivate = false,
  posted: { body: URLSearchParams; reply: FastifyReply } | null = null,
): PageHost {
  const { versions, visits, openings, savedForms, results, now } = parts
  const closedForms = openings.closedForms()
  const { site, isPreview } = access
  const brand = site.brands.at(request.host)
  const body = posted?.body
  /** The visit that the post is of, and the page that it came from. */
  let visit: Visit | null = null
  let shownOn = ''
  return {
    async page(path, query) {
      const own = resultsAt(site, brand.id, path)
      const at = own?.at ?? site.pages.at(brand.id, path)
      if (!at)
        return {
          status: 404,
          view: errorView({ site, brand, locale: localeAt(site, path), error: 'notFound', posted: false }),
        }
      const view = pageView(site, at, brand, { asked: askedOf(site, at, query).asked, shelf, closedForms })
      rememberForms(versions, view, request.log)
      shownOn = view.id
      const shown = isPrivate && view.scripts.length > 0 ? { ...view, scripts: [], chat: null } : view
      if (!own) return { status: 200, view: shown }
      const found = await results.view(own.token, { brand: brand.id, locale: at.locale })
      return found ? { status: 200, view: shown, results: found } : { status: 410, view: shown, results: goneResults }
    },
    earlier: versions.find,
    judges: async ({ form }) => judgesAt(form, now()),
    today: (version) => versionOn(site, version, now()),
    mintKey: () => mintKey(now()),
    random: Math.random,
    isLocal: localOrigin(request) !== null,
    places: parts.postalCodes.at,
    landing: () => landingOf(request),
    estimate(form, answers) {
      const found = estimateOf(form, journey(form, answers))
      return found && estimateText(found, form)
    },
    shown({ form, hash }, step, met) {
      // Nobody visits a draft. The address says which step it was, and may say anything.
      if (isPreview) return
      visit ??= visits.visit(body?.get(control.visit) ?? undefined, form, {
        ...{ definition: hash, brand: brand.id, page: shownOn, device: deviceOf(request.headers) },
        source: body?.get(carrierOf('utm_source')) ?? landingOf(request).get('utm_source') ?? '',
      })
      visit.see(step, met)
    },
    visit: () => visit?.token() ?? body?.get(control.visit) ?? undefined,
    sent: {
      reference: () => sentReference(request.headers.cookie),
      keep(reference, path) {
        posted?.reply.header('set-cookie', sentCookie(reference, path, request.protocol === 'https'))
      },
    },
    later: {
      save: (order) => savedForms.save(order, localOrigin(request), request.log),
      open: (order) => savedForms.open({ ...order, brand: brand.id }, request.log),
    },
    send: (dispatch) =>
      send(parts, access, request, dispatch, () => {
        const token = body?.get(control.visit)
        if (visit) visit.sent()
        else if (token && !isPreview) visits.sent(token, dispatch.version.form)
      }),
    async wasSent(version, answers, key) {
      const bodyHash = contentHash(canonical(givenAnswers(version.form, answers)))
      const known = parts.submissions.known(pageKeys({ form: version.form.id, key, bodyHash }))
      // What storage cannot tell now is asked again with the next press of the button.
      return inTime(deadlineMs, known).then(
        (lead) => (lead === null || lead === 'conflict' ? null : taken(site, version.form, answers, lead)),
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
    versions.remember(section).catch((err) => log.error({ err }, 'Failed to store the form version'))
}

async function send(
  { submissions, uploads, results, limit, now: clock }: PageParts,
  { site, answersDraft }: PreviewAccess,
  request: FastifyRequest,
  { version, page, answers: given, key, attribution, honeypot, previous }: Dispatch,
  onNew: () => void,
): Promise<Sent> {
  // Everything was checked step by step; it is checked again as a whole, because steps come from the visitor's hand.
  const route = journey(version.form, given)
  // What is computed from tables, only this thread knows.
  const { answers } = route
  const judged = validate(route, judgesAt(version.form, clock()))
  const problems = judged.length > 0 ? judged : await uploads.problems(version.form, answers)
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
      previous: previous === undefined ? null : results.lead(previous),
      suspicion: suspicionOf({ key, timeOnPageMs: null, honeypot, now, site: site.definition }),
      via: 'page',
      ...keys,
      bodyHash,
      ip: visitorAddress(request),
      localOrigin: localOrigin(request),
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    if (accepted.kind === 'stored') onNew()
    const isMissing = 'receipt' in accepted && accepted.receipt.delivered === false
    if (isMissing) return { ok: false, reason: 'undelivered' }
    if (accepted.kind === 'closed') return { ok: false, reason: 'closed', message: accepted.closed.message }
    if (accepted.kind === 'conflict') return { ok: true }
    const test = localOrigin(request) === null ? null : testReason(version.form, answers, isDraft)
    return { ...taken(site, version.form, answers, accepted.receipt), ...(test && { test }) }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    request.log.error({ err: error }, 'Storage cannot commit; showed the form again')
    return error instanceof OutcomeUnknown
      ? { ok: false, reason: 'unknown' }
      : { ok: false, reason: 'busy', status: 503 }
  }
}

/** What a stored lead leads its visitor to. */
function taken({ definition: site }: Site, form: ResolvedForm, answers: Answers, receipt: Receipt): Sent {
  const { id, receivedAt, held, results } = receipt
  return { ok: true, id, receivedAt, redirect: redirectOf(form, answers, id, site.allowedHosts), results, held }
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
