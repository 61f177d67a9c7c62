import { setTimeout as wait } from 'node:timers/promises'
import { contentMark } from '#engine/form/lead'
import {
  formProver,
  notProvenInTime,
  openSite,
  problemLine,
  type QuarantinedDefinition,
  quarantineLine,
  wouldGoLiveOf,
} from '#engine/node'
import { defaultLocale, isOwnForForm, type Site } from '#engine/site'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { lackingVariables } from '#server/channels'
import { isLocalOnly, readConfig } from '#server/config'
import { consoleUrl } from '#server/console'
import { openDeals } from '#server/deals'
import { LastGoodKeeper, readLastGood, refreshScript } from '#server/definitions'
import { demoPartners } from '#server/demo'
import { approveLead, rerouter } from '#server/distribution'
import { followSections, loadExtensions, ownParts, renewPhotos, sectionNotices } from '#server/extensions'
import { openVisits } from '#server/funnel'
import { openGeo, openPostalCodes } from '#server/geo'
import { findLead, formVersions, indexOldContacts, keyOldContacts } from '#server/leads'
import { deferredWriter } from '#server/mail'
import { createMailer, createOutbound } from '#server/outbound'
import { loadRenderer, warm } from '#server/pages'
import { demoKeyFile } from '#server/partner-api'
import { clockDoubt, erasureFile, keptForATime, openErasures, runRetention } from '#server/privacy'
import { type Relay, startRelay } from '#server/relay'
import { openSecretKey, openStorage } from '#server/storage'
import { unscanned } from '#server/submissions'
import { buildApp } from './app.ts'

/** Ends the process with what is wrong and what to do, before anything listens. */
function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

const read = readConfig()
if (!read.ok) refuse(read.problems)
const { config, warnings } = read
const problem = await loadExtensions('.', config.definitionsDir)
if (problem !== null) refuse([problem])

const opening = openStorage(config)
const own = await ownParts()
if (own && !own.ok) refuse([own.message])
const render = await loadRenderer(own, config.refresh ? [refreshScript] : [])
render.begin()
/** Forms that are live although they could not be proven in time. */
let unproven: readonly string[] = []

/** What storage has for the start. Definitions are read meanwhile. */
const stored = openStored()
async function openStored() {
  const opened = await opening
  if (!opened.ok) refuse([opened.reason])
  const { storage, warnings } = opened
  const hash = await openSecretKey(storage, config.secretKey)
  await keyOldContacts(storage, hash)
  const lastGood = await readLastGood(storage)
  const prover = formProver({
    now: Date.now,
    ...lastGood,
    onGivenUp(forms) {
      unproven = forms
    },
  })
  return { storage, storageWarnings: warnings, hash, lastGood: lastGood.files, prover }
}

const folders = { definitions: config.definitionsDir, locales: config.localesDir }
const begun = await openSite(folders, {
  now: Date.now,
  drafts: config.drafts,
  lastGood: stored.then(({ lastGood }) => lastGood),
  before: () => renewPhotos(config.definitionsDir),
  prove: async (...made) => (await stored).prover.prove(...made),
  proveLive: async (site) => (await stored).prover.proveLive(site),
}).catch(async (error: Error) => {
  // What storage failed with is not the definitions' fault.
  await stored
  return refuse([`Failed to read the definitions: ${error.message}`])
})
if (!begun.ok)
  refuse([
    ...begun.problems.map(problemLine),
    'No site to serve: site.json and the brand that it names have errors. Correct them, then restart.',
  ])
const { live } = begun
const { storage, storageWarnings, hash, prover } = await stored
const warming = warmPages()

/** From the signal to end on. */
let isStopping = false

const versions = formVersions(storage, Date.now)
await versions.supersede(live.current())

const visits = openVisits(storage, hash, Date.now)

const outbound = createOutbound({
  allow: config.outboundAllow,
  local: isLocalOnly(config) ? demoPartners({ now: Date.now, random: Math.random }) : undefined,
})
const deals = await openDeals({ config, site: live.current, outbound, now: Date.now })
const geo = await openGeo(config, { upstream: () => live.current().definition.geo, outbound, now: Date.now })
const postalCodes = openPostalCodes(config)

let relay: Relay | null = null

/** Why the clock is not believed. */
let doubt = await clockDoubt(storage, Date.now())
const notices = () => [
  ...storageWarnings,
  ...lackingVariables(live.current(), config.secret),
  ...unproven.map(notProvenInTime),
  ...(doubt ? [doubt] : []),
  ...unread(),
  ...geo.notices(),
  ...postalCodes.notices(),
  ...deals.notices(),
  ...sectionNotices(),
]
function unread(): string[] {
  const { since, reason } = live.unreadable() ?? {}
  if (since === undefined) return []
  return [
    `Definitions cannot be read since ${new Date(since).toISOString()}: ${reason} The previous definitions stay live.`,
  ]
}
const { app, awaitedDeliveries, uploads, onTry, onAnswered, onChanged } = await buildApp({
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
  now: Date.now,
  notices,
  isStopping: () => isStopping,
  onStored() {
    relay?.wake()
    storage.notify()
  },
})
for (const warning of warnings) app.log.warn(warning)
if (config.rateLimit === null) app.log.warn('RATE_LIMIT is off: one address can send any number of submissions.')

const erasures = openErasures(storage, hash, erasureFile(config.dataDir))
async function renewErasures(): Promise<void> {
  try {
    const count = await erasures.renew()
    if (count > 0) app.log.warn({ count }, 'A restored database contained erased leads; they were erased again')
  } catch (err) {
    app.log.error({ err }, 'Failed to read or write the list of erasures; will retry in an hour')
  }
}
// Before anything is delivered.
await renewErasures()
const mailer = config.smtpUrl === null ? null : createMailer(config.smtpUrl)
relay = startRelay({
  storage,
  partners: () => live.current().partners.all,
  tariffs: () => live.current().partners.tariffs,
  writeDeferred: deferredWriter(storage, live.current, hash),
  hash,
  // Hardly a payload has any.
  fillFiles: async (lead, payload) => (payload.includes(contentMark('')) ? uploads.fill(lead, payload) : payload),
  reroute: rerouter({ storage, site: live.current, hash, now: Date.now }),
  secrets: config.secret,
  outbound,
  mailer,
  now: Date.now,
  random: Math.random,
  log: app.log,
  isClockRight: () => doubt === null,
  awaitedDeliveries,
  onTry,
  onAnswered,
})

storage.listen((tried) => {
  if (tried === null) return relay?.wake()
  awaitedDeliveries.look(tried)
  onChanged(tried)
})

/** Each notice once, and again when it has been away. */
let noted: readonly string[] = []
function note(): void {
  const current = notices()
  for (const notice of current) if (!noted.includes(notice)) app.log.warn(notice)
  noted = current
}
note()
geo.follow(note)
followSections(note)
postalCodes.follow(note)
deals.follow(app.log)

/** Once an hour, so that a server that is started each day erases too. */
const retention = setInterval(eraseOld, 60 * 60 * 1000).unref()
async function eraseOld(): Promise<void> {
  await renewErasures()
  try {
    const run = await runRetention(storage, keptForATime(live.current()), Date.now())
    doubt = run.ok ? null : run.reason
    if (run.ok && run.erased > 0) app.log.info({ count: run.erased }, 'Leads erased after their retention period')
    note()
  } catch (err) {
    app.log.error({ err }, 'Failed to erase expired leads; will retry in an hour')
  }
  await uploads
    .sweep(doubt === null)
    .catch((err) => app.log.error({ err }, 'Failed to erase uploaded files; will retry in an hour'))
}
void eraseOld()
// Of an earlier version; the console finds these leads by their contacts when it is done.
indexOldContacts(storage, hash).catch((err) =>
  app.log.warn({ err }, 'Failed to index contacts of earlier leads; will go on at the next start'),
)

/** Once a minute: leads whose files the virus scanner has not seen wait for it. */
const scans = setInterval(scanFiles, 60 * 1000).unref()
async function scanFiles(): Promise<void> {
  try {
    for (const lead of await uploads.scanWaiting())
      if ((await findLead(storage, lead))?.lead.suspicion === unscanned) {
        await approveLead(storage, live.current(), lead, { hash, now: Date.now() })
        relay?.wake()
      }
  } catch (err) {
    app.log.error({ err }, 'Failed to release leads whose files were scanned; will retry in a minute')
  }
}
void scanFiles()

/** Every few seconds; what is not written yet is lost with the process. */
const viewCounts = setInterval(writeViews, 5000).unref()
async function writeViews(): Promise<void> {
  await visits.flush().catch((err) => app.log.warn({ err }, 'Failed to store visits'))
}

/** How often the use of the event loop is measured, in ms. */
const idleCheckMs = 10_000

/** Up to this share of that time, from 0 to 1, the server counts as idle. */
const idleUtilization = 0.05

/** Memory is freed once the server is idle after it was busy: nobody is answered meanwhile. The start counts as busy. */
let wasBusy = true
let before = performance.eventLoopUtilization()
setInterval(() => {
  if (performance.eventLoopUtilization(before).utilization > idleUtilization) wasBusy = true
  else if (wasBusy) {
    wasBusy = false
    render.releaseMemory()
  }
  before = performance.eventLoopUtilization()
}, idleCheckMs).unref()

const keeper = new LastGoodKeeper(storage, (err) =>
  app.log.warn({ err }, 'Failed to save live definitions for the next start'),
)
function sayQuarantined(quarantined: readonly QuarantinedDefinition[]): void {
  const wouldGoLive = wouldGoLiveOf(quarantined)
  if (quarantined.length === 0) app.log.info({ wouldGoLive }, 'All quarantined definitions are live again')
  else
    app.log.error(
      { wouldGoLive, quarantined: quarantined.map(quarantineLine) },
      'Definitions with errors were quarantined; correct their files',
    )
}
if (live.quarantined().length > 0) sayQuarantined(live.quarantined())

const demoKey = await demoKeyFile(storage, live.current().partners.all, config.dataDir, Date.now)
if (!demoKey.ok) app.log.warn(demoKey.reason)

/** After the drain: longer than a delivery that is under way takes, and shorter than supervisors wait, in ms. */
const longestEnd = 28_000

/** Requests under way are answered, deliveries under way are settled, then storage closes: nothing is cut off. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await wait(config.drainSeconds * 1000)
  // Storage that hangs answers nobody: what waits for it is not acknowledged, and must not keep the process.
  setTimeout(() => {
    app.log.error('Storage did not close in time; forcing exit')
    end(1)
  }, longestEnd).unref()
  clearInterval(retention)
  clearInterval(scans)
  clearInterval(viewCounts)
  geo.close()
  await postalCodes.close()
  deals.close()
  await live.close()
  await keeper.settled()
  await app.close()
  await writeViews()
  await relay?.stop()
  await outbound.close()
  mailer?.close()
  await storage.close()
  end(0)
}

/** A thread that waits for a hanging drive would keep an exit waiting too. Nothing is left to be done then. */
function end(code: number): void {
  if (live.isHeld()) process.kill(process.pid, 'SIGKILL')
  else process.exit(code)
}
// A terminal, npm and systemd each send the signal: the second one must not cut off what the first one ends.
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

live.follow({
  onLive(site) {
    app.log.info({ definitions: site.hash }, 'Definitions changed')
    note()
    versions.supersede(site).catch((err) => app.log.error({ err }, 'Failed to mark superseded forms'))
  },
  onQuarantine: sayQuarantined,
  onSettled() {
    note()
    keeper.keep(async () => ({ unproven: await prover.unproven(), proven: prover.proven(), files: live.files() }))
  },
  onUnreadable: (reason) => app.log.error({ reason }, 'Failed to read definitions; the previous ones stay live'),
})

await warming
const address = await app
  .listen({ host: config.host, port: config.port })
  .catch((error: Error) => refuse([`Failed to listen: ${error.message}`]))
greet(address, demoKey.ok ? demoKey.file : null)

/** Makes a few pages: code that ran a few times is several times as fast. */
async function warmPages(): Promise<void> {
  const site = live.current()
  const withForms = site.pages.all.filter(
    ({ locale, written }) => locale === defaultLocale(site.definition) && isOwnForForm(written),
  )
  for (const at of withForms.slice(0, 6)) await warm(render, site, at)
}

function greet(address: string, keyFile: string | null): void {
  const site = live.current()
  const own = site.pages.all.filter(({ written }) => isOwnForForm(written))
  // One that is answered with offers shows the most.
  const withForm = own.find(({ written, locale }) => hasOffers(site, written, locale)) ?? own[0]
  const form = withForm?.written.path ?? `/forms/${site.forms.ids[0] ?? ''}`
  const lines = [`Leadwright listens on ${address}`, `  a form to try    ${address}${form}`]
  if (keyFile)
    lines.push(`  read the leads   curl -H "Authorization: Bearer $(cat ${keyFile})" ${address}/api/v1/leads`)
  const console = consoleUrl(config, Number(new URL(address).port))
  if (console !== null)
    lines.push(`  the console        ${console}   (npx leadwright people invite you@example.com --role owner)`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function hasOffers({ forms }: Site, { sections }: PageDefinition, locale: string): boolean {
  return Object.values(sections).some(
    (section) => section.kind === 'form' && forms.version(section.form, locale)?.form.offers !== undefined,
  )
}
