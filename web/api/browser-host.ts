import type { FormVersion } from '#engine/catalog/form-version.ts'
import type { Dispatch, Drafts, FoundPage, PageHost, Sent } from '#engine/catalog/page-host.ts'
import type { PageView } from '#engine/catalog/page-view.ts'
import { dayIn } from '#engine/core/calendar.ts'
import { judgesOn, judgeWith, type StepValidator } from '#engine/core/judge.ts'
import { nestAnswers } from '#engine/core/nested-answers.ts'
import type { AnswerProblem, Judge, Judges } from '#engine/core/problem.ts'
import type { Problem } from '#schemas/generated/api/problem.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission } from '#schemas/generated/api/submission.ts'
import type { Browser } from '../shell.ts'
import { DraftStore } from '../stores/drafts.ts'
import { elapsedSince, mintKey, pageShown } from './page-clock.ts'

/**
 * What a page asks of the browser that runs it.
 * @param begun the form as the visitor began it, where that is not the page's own any more
 */
export function browserHost(first: PageView, begun?: FormVersion): PageHost & Browser & { drafts: Drafts } {
  // The page at hand: its steps are walked without asking the server again.
  let shown: FoundPage & { path: string } = { status: 200, view: first, path: location.pathname }
  const drafts = new DraftStore(sessionStorage)
  return {
    drafts,
    async page(path) {
      if (shown.path === path) return shown
      shown = { ...(await fetchPage(path)), path }
      pageShown()
      return shown
    },
    earlier: async (_form, _locale, hash) => (begun?.hash === hash ? begun : null),
    judges: browserJudges,
    typed: (form, answers) => drafts.keep(form, { answers, key: drafts.find(form)?.key ?? mintKey() }),
    mintKey,
    shown({ form: { id, locale }, hash }, step) {
      const view = { form: id, locale, definition: hash, step }
      navigator.sendBeacon('/api/v1/steps', new Blob([JSON.stringify(view)], { type: 'application/json' }))
    },
    async send(dispatch) {
      const sent = await send(dispatch)
      // The page at hand is out of date.
      if (!sent.ok && sent.reason === 'changed') shown.path = ''
      return sent
    },
  }
}

async function fetchPage(path: string): Promise<FoundPage> {
  const reply = await fetch(`/api/page?path=${encodeURIComponent(path)}`)
  if (reply.status !== 200 && reply.status !== 404) throw new Error(`The page ${path} could not be fetched`)
  return { status: reply.status, view: ((await reply.json()) as { view: PageView }).view }
}

/** The judges of a form with the validators that the server compiled; all its steps are fetched at once. */
async function browserJudges({ form, hash }: FormVersion): Promise<Judges> {
  const steps = form.steps.map(async ({ id }): Promise<[string, Judge]> => {
    const address = `/validators/${form.id}/${form.locale}/${hash}/${id}.js`
    const { default: validate } = (await import(/* @vite-ignore */ address)) as { default: StepValidator }
    return [id, judgeWith(validate)]
  })
  const judges = new Map(await Promise.all(steps))
  const compiled: Judges = (step) => judges.get(step) ?? (() => [])
  return judgesOn(form, dayIn(Date.now(), form.market.timeZone), compiled)
}

async function send({ version: { form, hash }, page, answers, key: known, trap }: Dispatch): Promise<Sent> {
  if (!navigator.onLine) return { ok: false, reason: 'offline' }
  const key = known ?? mintKey()
  const body: Submission = {
    form: form.id,
    locale: form.locale,
    answers: nestAnswers(form, answers),
    definition: hash,
    context: { page: page.id, elapsed: elapsedSince(key), ...(trap !== '' && { trap }) },
  }
  const reply = await fetch('/api/v1/submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!reply) return { ok: false, reason: 'offline' }
  if (reply.ok) {
    const { delivered } = (await reply.json()) as Receipt
    return delivered === false ? { ok: false, reason: 'undelivered' } : { ok: true }
  }
  if (reply.status === 409) return { ok: false, reason: 'changed' }
  if (reply.status !== 422) return { ok: false, reason: 'busy', status: reply.status === 429 ? 429 : 503 }
  return { ok: false, reason: 'invalid', problems: problemsIn((await reply.json()) as Problem) }
}

/** `/answers/drivers/0/name` is the field drivers.0.name. */
function problemsIn({ errors = [] }: Problem): AnswerProblem[] {
  return errors.map(({ pointer, code }) => ({
    field: pointer.split('/').slice(2).join('.'),
    code,
    params: {},
  }))
}
