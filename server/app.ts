import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import type { LiveSite } from '#engine/node'
import type { Site } from '#engine/site'
import type { Config } from '#server/config'
import { openConsole } from '#server/console'
import { cookieConsentRoutes, cookieConsentsApi } from '#server/cookie-consents'
import { type Deals, dealMetrics, dealRoutes, dealsApi, drawingRoutes } from '#server/deals'
import { definitionMetrics, refreshRoutes } from '#server/definitions'
import { feedRoutes, searchRoutes, shareRoutes } from '#server/discovery'
import { embeddingHeaders, embedRoutes } from '#server/embedding'
import { stepRoutes, stepsApi, type Visits } from '#server/funnel'
import { type Geo, geoApi, geoRoutes, type PostalCodes } from '#server/geo'
import {
  boundStorage,
  clientErrorRoutes,
  closeInTime,
  handleErrors,
  limitArrival,
  loggerOptions,
  metricRoutes,
  openapiRoutes,
  rateLimits,
  readyAnswers,
  refuseAddress,
  refuseConnection,
  schemaRoutes,
  securityHeaders,
  shedLoad,
  takeOnlyText,
} from '#server/http'
import { type FormVersions, leadIds } from '#server/leads'
import { brandRoutes, errorPages, formFileRoutes, pages, type Renderer, webBuild } from '#server/pages'
import { leadsApi, partnerRoutes } from '#server/partner-api'
import { previewAccessOf, previewRoutes } from '#server/previews'
import { type AwaitedDeliveries, openAwaitedDeliveries, outboxMetrics, type RelayEvent } from '#server/relay'
import { chosenOffer, openResultPages, resultRoutes } from '#server/results'
import { openSavedForms } from '#server/saved-forms'
import { type KeyedHash, type Storage, storageMetrics } from '#server/storage'
import {
  answersSchemaRoutes,
  openOpenings,
  openSubmissions,
  submissionRoutes,
  submissionsApi,
} from '#server/submissions'
import { confirmation, subscriptionMetrics, unsubscription } from '#server/subscriptions'
import { openUploads, type Uploads, uploadRoutes, uploadsApi } from '#server/uploads'
import { healthRoutes } from './health.ts'

/** What the app is built from. The parts live longer than it does: who made them closes them. */
export interface Parts {
  config: Config
  live: LiveSite
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  versions: FormVersions
  visits: Visits
  render: Renderer
  geo: Geo
  postalCodes: PostalCodes
  deals: Deals
  now: () => number
  /** Sentences for operators about what does not keep leads from being taken. */
  notices: () => readonly string[]
  /** Whether the server is about to end, so that proxies shall ask another one; never when left out. */
  isStopping?: () => boolean
  /** Called after each stored lead. */
  onStored: () => void
  /** For how long a visitor waits for offers that the relay computes, in ms; a second when left out. */
  offersWaitMs?: number
}

/** The largest body taken, in bytes. The longest form posts a tenth of it. */
const bodyLimit = 64 * 1024

/** How long a request may take to arrive, in ms, and one with files. Fastify would wait for ever. */
const requestTimeout = 30_000

const uploadTimeout = 15 * 60 * 1000

/** The HTTP side, ready to listen or to be injected into. Every registration stands here, in the order it takes effect. */
export async function buildApp({
  config,
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
  notices,
  isStopping = () => false,
  onStored,
  offersWaitMs,
}: Parts): Promise<{
  app: FastifyInstance
  awaitedDeliveries: AwaitedDeliveries
  uploads: Uploads
  onTry: (event: RelayEvent) => void
  /** Called with each lead for which a partner's delivery was settled. */
  onAnswered: (lead: string) => void
  /** Called with each lead that another server changed. */
  onChanged: (lead: string) => void
}> {
  const errors = errorPages(live.current, render)
  const app = Fastify({
    bodyLimit,
    requestTimeout: uploadTimeout,
    // What arrives on an open connection while the server ends is answered like any other.
    return503OnClosing: false,
    // Node looks for late requests every half minute unless told otherwise, and leaves the headers a whole one.
    http: { requestTimeout: uploadTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1000 },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    clientErrorHandler: refuseConnection(errors),
    frameworkErrors: refuseAddress(errors),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    ajv: {
      // The schemas are our own: whether they are schemas is not asked at each start.
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        allErrors: true,
        strict: false,
        validateSchema: false,
      },
    },
    logger: await loggerOptions(config.logLevel, process.stdout.isTTY),
  })
  /** The sites of the studio's drafts, by form. */
  const drafts = new Map<string, Site>()
  // More of them are known once the rest is there.
  const sources = [notices]
  const allNotices = () => sources.flatMap((each) => [...each()])
  const { drawings } = render.share
  const opened = { config, live, storage, hash, now, notices: allNotices, drafts, drawings, onDue: onStored }
  sources.push(await openConsole(app, opened))
  const answerReady = readyAnswers(app)
  // Fastify would read text as a body too; nothing here takes it.
  app.removeContentTypeParser('text/plain')
  takeOnlyText(app)
  securityHeaders(app)
  embeddingHeaders(app, live.current)
  handleErrors(app, errors)
  closeInTime(app)
  limitArrival(app, requestTimeout)
  await shedLoad(app, errors, config.maxEventLoopDelayMs)
  boundStorage(app)
  const limits = await rateLimits(app, config.rateLimit)
  const site = live.current
  const registry = metricRoutes(app)
  storageMetrics(registry, storage)
  definitionMetrics(registry, live)
  if (config.refresh) refreshRoutes(app, live)
  const onTry = outboxMetrics(registry, storage)
  subscriptionMetrics(registry, storage)
  const newId = leadIds(now)
  const uploads = openUploads({ config, storage, hash, now, log: app.log, registry })
  const awaitedDeliveries = openAwaitedDeliveries(storage, { offersWaitMs })
  const openings = await openOpenings({ site, storage, now }, registry)
  openings.follow()
  const acceptance = { site, storage, hash, versions, openings, uploads, now, newId, onStored }
  const submissions = openSubmissions(acceptance, awaitedDeliveries, registry)
  const previews = { site, hash, now, drafts }
  const access = previewAccessOf(previews)
  dealMetrics(registry, deals)
  sources.push(openings.notices)
  healthRoutes(app, live, storage, { geo, deals, isStopping }, allNotices)
  schemaRoutes(app)
  await openapiRoutes(app, [submissionsApi, uploadsApi, stepsApi, leadsApi, cookieConsentsApi, geoApi, dealsApi])
  previewRoutes(app, previews, errors)
  stepRoutes(app, { site, visits, limit: limits.steps })
  clientErrorRoutes(app, limits.clientErrors, registry)
  answersSchemaRoutes(app, site)
  cookieConsentRoutes(app, { site, storage, registry, limit: limits.posts, now })
  const results = openResultPages({ site, storage, hash, now, onChosen: onStored })
  const streams = resultRoutes(app, {
    ...{ site, storage, pages: results, registry },
    limit: limits.openReads,
    ...(config.rateLimit === null && { mostStreamsOfAddress: Number.POSITIVE_INFINITY }),
  })
  const onAnswered = (lead: string) => {
    streams.look(lead)
    // What storage cannot tell now leaves at its time.
    results.advanceMail(lead).catch(() => {})
  }
  submissionRoutes(app, {
    ...{
      previewAccessOf: access,
      versions,
      submissions,
      uploads,
      openings,
      leadOfResults: results.lead,
      onSent: visits.sent,
      limit: limits,
      now,
      newId,
    },
  })
  uploadRoutes(app, { site, uploads, hash, limit: limits, now })
  geoRoutes(app, { geo, postalCodes }, limits.lookUps, registry)
  partnerRoutes(app, { site, storage, now, limit: limits.reads, fillFiles: uploads.fill, onOffers: onAnswered })
  await app.register(fastifyStatic, {
    root: [join(webBuild, 'browser/assets'), ...(render.own?.folders ?? [])],
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  formFileRoutes(app, access, versions, render.validatorRuntime)
  dealRoutes(app, { site, deals, limit: limits.openReads })
  drawingRoutes(app, site)
  brandRoutes(app, site)
  shareRoutes(app, site, render.share)
  searchRoutes(app, site)
  feedRoutes(app, site)
  await embedRoutes(app, site, render)
  const sectionPosts = {
    confirmation: confirmation({ site, storage, now, onReleased: onStored }),
    offers: chosenOffer(site, results),
    unsubscription: unsubscription({ site, storage, hash, now, onEnded: onStored }),
  }
  const parts = {
    results,
    savedForms: openSavedForms({ site, storage, hash, now, onSaved: onStored }, registry),
    previewAccessOf: access,
    deals,
    postalCodes,
    sectionPosts,
    answerReady,
    versions,
    visits,
    submissions,
    uploads,
    openings,
    limit: limits.submissions,
    limits,
    registry,
    now,
  }
  await pages(app, parts, render, errors)
  app.addHook('onClose', render.close)
  app.addHook('onClose', async () => openings.close())
  return { app, awaitedDeliveries, uploads, onTry, onAnswered, onChanged: streams.look }
}
