import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import type { LiveCatalog } from '#engine/node/live-catalog.ts'
import type { Config } from './config.ts'
import type { StepCounts } from './funnel/step-counts.ts'
import { stepRoutes } from './funnel/step-routes.ts'
import { boundStorage } from './http/bounded.ts'
import { closeInTime } from './http/closing.ts'
import { handleErrors } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health-routes.ts'
import { loggerOptions } from './http/logger.ts'
import { type Metrics, metricRoutes } from './http/metrics.ts'
import { openapiRoutes } from './http/openapi.ts'
import { shedLoad } from './http/pressure.ts'
import { rateLimits } from './http/rate-limits.ts'
import { schemaRoutes } from './http/schema-routes.ts'
import { takeOnlyText } from './http/text.ts'
import { refuseAddress, refuseConnection } from './http/unroutable.ts'
import { partnerRoutes } from './partners/routes.ts'
import { previewRoutes } from './previews.ts'
import type { KeyedHash } from './secret-key.ts'
import { errorPages } from './ssr/error-pages.ts'
import { pages } from './ssr/pages.ts'
import { type Renderer, webBuild } from './ssr/renderer.ts'
import { validatorRoutes } from './ssr/validators.ts'
import type { Storage } from './storage/storage.ts'
import type { Intake } from './submissions/accept.ts'
import { submissionRoutes } from './submissions/routes.ts'
import type { FormVersions } from './versions/form-versions.ts'

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
  now,
  notices,
  onStored,
}: Parts): Promise<{ app: FastifyInstance; metrics: Metrics }> {
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
  handleErrors(app, errors)
  closeInTime(app)
  await shedLoad(app, errors, config.longestWait)
  boundStorage(app)
  const limit = await rateLimits(app, config.rateLimit)
  const metrics = metricRoutes(app, storage, live)
  const newId = () => v7({ msecs: now() })
  const intake: Intake = {
    catalog: live.current,
    storage,
    hash,
    versions,
    steps,
    now,
    newId,
    onStored,
    count: metrics.submission,
  }
  healthRoutes(app, live, storage, notices)
  schemaRoutes(app)
  await openapiRoutes(app, live)
  previewRoutes(app, intake, errors)
  stepRoutes(app, intake)
  submissionRoutes(app, intake, limit)
  partnerRoutes(app, { storage, now, limit: limit.reads })
  await app.register(fastifyStatic, {
    root: join(webBuild, 'browser/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  validatorRoutes(app, intake, render.validatorRuntime)
  await pages(app, intake, limit, render, errors)
  return { app, metrics }
}
