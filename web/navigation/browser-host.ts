import { judgesOn, judgeWith, landed, type StepValidator } from '#engine/form/journey'
import { sentCookie, sentReference } from '#engine/form/lead'
import { type Judge, type Judges, type ResolvedForm, upTo } from '#engine/form/model'
import { dayIn } from '#engine/form/values'
import { type Drafts, type FormVersion, type FoundPage, isOfFrame, type PageHost, type Query } from '#engine/site'
import { tell } from '#web/consent'
import { DraftStore, loadSending, sendingOf } from '#web/forms'
import { mintKey, pageShown } from '#web/http'
import type { Browser, PageData } from '#web/page'
import { markSubscribed } from '#web/popup'
import { fetchFormats, fetchParts, fetchTables, onDay, withFetched, withOptionsFor } from '#web/shims'
import { keptParameter, safeStorage } from '#web/stores'

/** What a page asks of the browser that runs it. @param first the page that the document brought */
export function browserHost({
  view: first,
  forms,
  results,
}: PageData): PageHost & Omit<Browser, 'press'> & { drafts: Drafts } {
  // Forms as the visitor began them, which may not be the page's own any more.
  const begun = Object.values(forms).map(({ version }) => version)
  // The page at hand: its steps are walked without asking the server again.
  let shown: ShownPage = { status: 200, view: first, path: location.pathname, ...(results && { results }) }
  // What was shown before is there without a connection too.
  /** By the path of the page that says thanks: it is loaded before the address is its own. */
  const keptReferences = new Map<string, string>()
  const visited = new Map([[addressOf(shown), shown]])
  const drafts = new DraftStore({
    tab: safeStorage('sessionStorage'),
    device: safeStorage('localStorage'),
    now: Date.now,
  })
  // The first address of each page: those that follow say where its forms stand.
  const landings = new Map<string, URLSearchParams>()
  const landing = () => {
    const found = landings.get(location.pathname) ?? new URLSearchParams(location.search)
    landings.set(location.pathname, found)
    return found
  }
  // The last report on each form, with the token that came back for it. A reload ends the visit: nothing is stored.
  const reports = new Map<string, { visit?: string | undefined }>(
    Object.values(forms).map(({ version, visit }) => [version.form.id, { visit }]),
  )
  let told = Promise.resolve()
  // One after the other, since each brings what the one before was answered with.
  const report = (id: string, more: object) => {
    told = told
      .then(async () => {
        const said = { ...reports.get(id), ...more }
        const body = new Blob([JSON.stringify(said)], { type: 'application/json' })
        const reply = await fetch('/api/v1/steps', { method: 'POST', keepalive: true, body })
        if (reply.ok) reports.set(id, { ...said, visit: await reply.text() })
      })
      .catch(() => {})
  }
  const tellShown: PageHost['shown'] = ({ form: { id, locale }, hash }, step, met) =>
    report(id, {
      form: id,
      locale,
      definition: hash,
      step,
      page: shown.view.id,
      source: keptParameter('utm_source'),
      error: met && `${met.field} ${met.code}`,
      question: undefined,
    })
  addEventListener('visibilitychange', () => {
    const question = (document.activeElement as HTMLInputElement | null)?.name
    for (const [id, { visit }] of reports) if (document.hidden && visit) report(id, { question })
  })
  return {
    drafts,
    landing,
    async page(path, query) {
      if (isAt(shown, path, query)) return shown
      const before = () => [...visited.values()].find((page) => isAt(page, path, query))
      const { withDealsAt } = shown.path === path && hasDeals(shown) ? await import('#web/sections/asked-deals') : {}
      const withDeals = withDealsAt?.(shown.view, query) ?? null
      if (withDeals !== null) {
        // Nobody is told of deals that do not come: the page keeps those it has.
        const view = await withDeals.catch((error) => {
          console.error('The deals did not come', error)
          return (before() ?? shown).view
        })
        shown = { ...shown, view }
      } else {
        const found = await import('./fetch-page.ts')
          .then(async ({ fetchPage }) => ({ path, ...(await fetchPage(path, query, shown.view)) }))
          .catch((error) => before() ?? Promise.reject(error))
        // That there is no such form any more is told to a frame by the server, with nothing around it.
        if (found.status === 404 && first.embed) return await leave()
        shown = found
        pageShown()
      }
      visited.set(addressOf(shown), shown)
      return shown
    },
    earlier: async (_form, _locale, hash) => begun.find((version) => version.hash === hash) ?? null,
    judges: browserJudges,
    today: ({ form, hash }) => ({ form: onDay(withFetched(form), today(form)), hash }),
    async withOptions({ form, hash }, answers) {
      return { form: await withOptionsFor(form, answers), hash }
    },
    typed(place, version, answers) {
      const { section } = place
      const { form } = version
      const known = drafts.find(place, form)
      const [first] = form.steps
      // What stands on every page is seen by few: it counts as shown to those who begin with it.
      if (!known && first && isOfFrame(section)) tellShown(version, first.id)
      drafts.keep(place, form, {
        ...{ key: mintKey(), ...known },
        answers: { ...landed(form, landing()), ...answers },
      })
      // Answers that are being changed are not the ones to send.
      sendingOf(section).stop()
    },
    mintKey,
    random: Math.random,
    // The server says of a lead that it is a test, and only there.
    isLocal: /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(location.hostname),
    sent: {
      reference: (path) =>
        keptReferences.get(path) ?? (path === location.pathname ? sentReference(document.cookie) : null),
      keep(reference, path) {
        keptReferences.set(path, reference)
        // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser
        document.cookie = sentCookie(reference, path, location.protocol === 'https:')
      },
    },
    shown: tellShown,
    async send(dispatch) {
      const { visit } = reports.get(dispatch.version.form.id) ?? {}
      const { deliver, submission } = await loadSending()
      const attempt = submission({ ...dispatch, visit })
      const sent = await deliver(sendingOf(dispatch.section), attempt, dispatch.signal)
      // The page at hand is out of date.
      if (!sent.ok && sent.reason === 'changed') shown.path = ''
      const { id, subscription } = dispatch.version.form
      // What is held for an operator is no sign-up yet, and the popup stays open to say so.
      if (!sent.ok || (sent.held && subscription)) return sent
      if (subscription) markSubscribed()
      tell('leadwright:lead-sent', { form: id, section: dispatch.section })
      return sent
    },
  }
}

/** Loads the document anew, and nothing is drawn any more. */
function leave(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** How long validators may take, in ms, before the visitor goes on without. */
const deadlineMs = 10_000

/** A page and the path it was asked for at. */
type ShownPage = FoundPage & { path: string }

function hasDeals({ view }: ShownPage): boolean {
  return view.sections.some(({ kind }) => kind === 'deals')
}

function addressOf({ path, view }: ShownPage): string {
  return `${path} ${JSON.stringify(view.asked)}`
}

/** Whether a page is what an address asks for. */
function isAt({ path, view }: ShownPage, asked: string, query: Query): boolean {
  return path === asked && view.reads.every((name) => query.get(name) === (view.asked[name] ?? null))
}

const validators = new Map<string, Judge>()

/**
 * The judges of a form with the validators that the server compiled. Where one does not come the form goes on without it:
 * the server judges every answer again before it takes any.
 * @param last the step up to which answers are judged for now: what judges those after it comes when the browser is idle.
 *   All steps are judged when left out.
 */
async function browserJudges({ form, hash }: FormVersion, last?: string): Promise<Judges> {
  const folder = `/validators/${form.id}/${form.locale}/${hash}`
  const fetchAll = (steps: ResolvedForm['steps']) =>
    Promise.allSettled(
      steps.map(async ({ id }) => {
        const address = `${folder}/${id}.js`
        if (validators.has(address)) return
        const { default: validate } = (await import(/* @vite-ignore */ address)) as { default: StepValidator }
        validators.set(address, judgeWith(validate))
      }),
    )
  const part = upTo(form, last)
  const parts = fetchParts([part]).then(() => fetchTables([form]))
  const all = Promise.allSettled([fetchAll(part.steps), fetchFormats(part.steps), parts])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, deadlineMs))])
  whenIdle(() => void fetchAll(form.steps))
  // The first day that is asked for in a time zone takes longer than all else that a press does.
  addEventListener('input', () => whenIdle(() => today(form)), { once: true })
  const compiled: Judges = (step) => validators.get(`${folder}/${step}.js`) ?? (() => [])
  return judgesOn(form, () => today(form), compiled)
}

/** Does what can wait once the browser has nothing else to do, and in two seconds at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 })
  else setTimeout(task, 200)
}

/** YYYY-MM-DD where the visitor's market is. */
function today({ market }: ResolvedForm): string {
  return dayIn(Date.now(), market.timeZone)
}
