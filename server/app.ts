import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import type { LiveCatalog } from '#engine/node/live-catalog.ts'
import type { Config } from './config.ts'
import { cookieConsentsApi } from './cookie-consents/cookie-consents-api.ts'
import { cookieConsentRoutes } from './cookie-consents/routes.ts'
import { dealMetrics } from './deals/deal-metrics.ts'
import { dealRoutes } from './deals/deal-routes.ts'
import type { Deals } from './deals/deals.ts'
import { dealsApi } from './deals/deals-api.ts'
import { drawingRoutes } from './deals/drawing-routes.ts'
import { definitionMetrics } from './definitions/definition-metrics.ts'
import { feedRoutes } from './discovery/feed-routes.ts'
import { searchRoutes } from './discovery/search-routes.ts'
import { shareRoutes } from './discovery/share-routes.ts'
import { embedRoutes } from './embedding/embed-routes.ts'
import { embeddingHeaders } from './embedding/embedding-headers.ts'
import type { StepCounts } from './funnel/step-counts.ts'
import { stepRoutes, stepsApi } from './funnel/step-routes.ts'
import type { Geo } from './geo/geo.ts'
import { geoApi } from './geo/geo-api.ts'
import { geoRoutes } from './geo/routes.ts'
import { healthRoutes } from './health.ts'
import { openapiRoutes } from './http/api/openapi.ts'
import { schemaRoutes } from './http/api/schema-routes.ts'
import { boundStorage } from './http/bounded.ts'
import { clientErrorRoutes } from './http/client-error-routes.ts'
import { closeInTime } from './http/closing.ts'
import { handleErrors } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { loggerOptions } from './http/logger.ts'
import { metricRoutes } from './http/metrics.ts'
import { shedLoad } from './http/pressure.ts'
import { rateLimits } from './http/rate-limits.ts'
import { takeOnlyText } from './http/text.ts'
import { refuseAddress, refuseConnection } from './http/unroutable.ts'
import type { FormVersions } from './leads/form-versions.ts'
import { leadIds } from './leads/lead-ids.ts'
import { brandRoutes } from './pages/brand-routes.ts'
import { errorPages } from './pages/error-pages.ts'
import { pages } from './pages/pages.ts'
import { type Renderer, webBuild } from './pages/renderer.ts'
import { validatorRoutes } from './pages/validators.ts'
import { leadsApi } from './partner-api/leads-api.ts'
import { partnerRoutes } from './partner-api/routes.ts'
import { previewRoutes, sightOf } from './previews/previews.ts'
import { type FirstTries, openFirstTries } from './relay/first-tries.ts'
import { outboxMetrics } from './relay/outbox-metrics.ts'
import type { RelayEvent } from './relay/relay.ts'
import { openSavedForms } from './saved-forms/saved-forms.ts'
import type { KeyedHash } from './storage/secret-key.ts'
import type { Storage } from './storage/storage.ts'
import { storageMetrics } from './storage/storage-metrics.ts'
import { answersSchemaRoutes } from './submissions/answers-schema-routes.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { openSubmissions } from './submissions/submissions.ts'
import { submissionsApi } from './submissions/submissions-api.ts'
import { confirmation } from './subscriptions/confirmation.ts'
import { subscriptionMetrics } from './subscriptions/subscription-metrics.ts'
import { unsubscription } from './subscriptions/unsubscription.ts'

/** What the app is built from. The parts live longer than it does: who made them closes them. */
export interface Parts {
  config: Config
  live: LiveCatalog
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  versions: FormVersions
  steps: StepCounts
  render: Renderer
  geo: Geo
  deals: Deals
  now: () => number
  /** Sentences for operators about what does not keep leads from being taken. */
  notices: () => readonly string[]
  /** Called after each stored lead. */
  onStored: () => void
}

/** The largest body taken, in bytes. The longest form posts a tenth of it. */
const bodyLimit = 64 * 1024

/** How long a request may take to arrive, in ms. Fastify would wait for ever. */
const requestTimeout = 30_000

/** The HTTP side, ready to listen or to be injected into. Every registration stands here, in the order it takes effect. */
export async function buildApp({
  config,
  live,
  storage,
  hash,
  versions,
  steps,
  render,
  geo,
  deals,
  now,
  notices,
  onStored,
}: Parts): Promise<{ app: FastifyInstance; firstTries: FirstTries; onTry: (event: RelayEvent) => void }> {
  const errors = errorPages(live.current, render)
  const app = Fastify({
    bodyLimit,
    requestTimeout,
    // Node looks for late requests every half minute unless told otherwise, and leaves the headers a whole one.
    http: { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1000 },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    clientErrorHandler: refuseConnection(errors),
    frameworkErrors: refuseAddress(errors),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true, strict: false } },
    logger: await loggerOptions(config.logLevel, process.stdout.isTTY),
  })
  // Fastify would read text as a body too; nothing here takes it.
  app.removeContentTypeParser('text/plain')
  takeOnlyText(app)
  await securityHeaders(app)
  embeddingHeaders(app, live.current)
  handleErrors(app, errors)
  closeInTime(app)
  await shedLoad(app, errors, config.longestWait)
  boundStorage(app)
  const limits = await rateLimits(app, config.rateLimit)
  const catalog = live.current
  const registry = metricRoutes(app)
  storageMetrics(registry, storage)
  definitionMetrics(registry, live)
  const onTry = outboxMetrics(registry, storage)
  subscriptionMetrics(registry, storage)
  const newId = leadIds(now)
  const firstTries = openFirstTries(storage)
  const acceptance = { catalog, storage, hash, versions, now, newId, onStored }
  const submissions = openSubmissions(acceptance, firstTries, registry)
  const previews = { catalog, hash, now }
  const sight = sightOf(previews)
  dealMetrics(registry, deals)
  healthRoutes(app, live, storage, { geo, deals }, notices)
  schemaRoutes(app)
  await openapiRoutes(app, [submissionsApi, stepsApi, leadsApi, cookieConsentsApi, geoApi, dealsApi])
  previewRoutes(app, previews, errors)
  stepRoutes(app, { catalog, steps, limit: limits.steps })
  clientErrorRoutes(app, limits.clientErrors, registry)
  answersSchemaRoutes(app, catalog)
  cookieConsentRoutes(app, { catalog, storage, registry, limit: limits.posts, now })
  submissionRoutes(app, { sightOf: sight, versions, submissions, limit: limits, now, newId })
  geoRoutes(app, geo, limits.lookUps, registry)
  partnerRoutes(app, { storage, now, limit: limits.reads })
  await app.register(fastifyStatic, {
    root: join(webBuild, 'browser/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  validatorRoutes(app, sight, versions, render.validatorRuntime)
  dealRoutes(app, { catalog, deals, limit: limits.openReads })
  drawingRoutes(app, catalog)
  brandRoutes(app, catalog)
  shareRoutes(app, catalog, render.share)
  searchRoutes(app, catalog)
  feedRoutes(app, catalog)
  await embedRoutes(app, catalog, render)
  const sectionPosts = {
    confirmation: confirmation({ catalog, storage, now, onReleased: onStored }),
    unsubscription: unsubscription({ catalog, storage, hash, now, onEnded: onStored }),
  }
  const parts = {
    savedForms: openSavedForms({ catalog, storage, hash, now, onSaved: onStored }, registry),
    sightOf: sight,
    deals,
    sectionPosts,
    versions,
    steps,
    submissions,
    limit: limits.submissions,
    limits,
    registry,
    now,
  }
  await pages(app, parts, render, errors)
  app.addHook('onClose', render.close)
  return { app, firstTries, onTry }
}
