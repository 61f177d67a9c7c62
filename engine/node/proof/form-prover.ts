import { setImmediate as others, setTimeout as sleep } from 'node:timers/promises'
import { type ResolvedForm, rulesText } from '#engine/form/model'
import type { ProofOptions, ProofProblem, QuestionRange } from '#engine/form/proof'
import { dayIn } from '#engine/form/values'
import type { Site } from '#engine/site'
import type { ProveForms } from '../good-site.ts'
import type { FoundProblem } from '../load.ts'
import type { ParsedFile } from '../read-sources.ts'
import { ownKindFiles } from '../schemas.ts'
import { contentHash, judgesOf } from '../validators.ts'
import { heardFrom } from './heard-from.ts'
import { proofPlace } from './proof-findings.ts'

/** A form that nobody can finish, as the thread tells it. */
export type Stuck = ProofProblem & { stuckAt: string }

/** What the thread is given. */
export interface Batch {
  forms: readonly { rules: string; form: ResolvedForm }[]
  /** Now, in ms since the epoch. */
  moment: number
  /** The files of added kinds. */
  kinds: Readonly<Record<string, string>>
}

/** What it has found out about one form. */
export interface Verdict {
  rules: string
  stuck: Stuck[]
  questions: QuestionRange | null
}

/** What is known of a set of rules. */
type Found = Pick<Verdict, 'questions'> & { stuck: readonly Stuck[] }

const nothingFound: Found = { stuck: [], questions: null }

function readProven(line: string): [string, Found] {
  const [rules = '', from, to] = line.split(' ')
  const questions = from && to ? { from: Number(from), to: Number(to) } : null
  return [rules, { stuck: [], questions }]
}

/** How many sets of rules are remembered; the one proven first goes first. */
const capacity = 5000

export interface FormProver {
  prove: ProveForms
  /** Proves what is live already. Changes that come meanwhile do not wait for it; they are taken as if it were proven. */
  proveLive: (site: Site) => Promise<void>
  /** The rules that nothing was found against, each with its range of questions (`<rules> 11 18`), to begin with next time. */
  proven: () => string[]
  /** The rules that are live and not proven yet. */
  unproven: () => Promise<string[]>
}

interface Options {
  now: () => number
  /** What nothing was found against before, so that an unchanged form is not proven at every start. */
  proven?: readonly string[]
  /** What was live before without having been proven: no start waits for it. */
  unproven?: readonly string[]
  /** Told of forms that could not be proven in time. They go live all the same: nothing was found against them. */
  onGivenUp: (forms: readonly string[]) => void
  /** How long each form is thought about at most, in ms. */
  queryDeadline?: number
  /** How long after its start a server is left to its first visitors, in ms. */
  calm?: number
}

/**
 * Proves forms before they go live: each route must be completable, or the form would refuse everybody. It takes
 * milliseconds a form, in a thread of its own, because a server has visitors to serve meanwhile. What questions.json
 * counts is proven already.
 */
export function formProver({
  now,
  onGivenUp,
  proven = [],
  unproven = [],
  queryDeadline = 5000,
  calm = 10_000,
}: Options): FormProver {
  const known = new Map(proven.map(readProven))
  const waiting = new Set(unproven)
  /** Forms of which nothing is to be found out: nothing was found against them, or their proof is under way. */
  let settled: object | undefined
  /** Finds out what waits, when that is first asked: to resolve all forms takes a while. */
  let list = async () => {}
  return {
    prove: proveForms,
    async proveLive(site) {
      settled = site.forms.identity
      let listing: Promise<void> | undefined
      list = () => {
        listing ??= addWaiting(site)
        return listing
      }
      await sleep(calm, undefined, { ref: false })
      await list()
      await findOut(openOf(await shownBy(site)))
      waiting.clear()
      settled = undefined
      teach(site)
    },
    proven: () =>
      [...known].flatMap(([rules, { stuck, questions }]) =>
        stuck.length === 0 ? [[rules, questions?.from, questions?.to].join(' ').trimEnd()] : [],
      ),
    async unproven() {
      await list()
      return [...waiting]
    },
  }

  async function addWaiting(site: Site): Promise<void> {
    for (const { rules } of openOf(await shownBy(site))) waiting.add(rules)
  }

  async function proveForms(site: Site, files: readonly ParsedFile[]): Promise<FoundProblem[]> {
    if (site.forms.identity === settled) {
      teach(site)
      return []
    }
    await list()
    const shown = await shownBy(site)
    await findOut(openOf(shown).filter(({ rules }) => !waiting.has(rules)))
    const problems = shown.flatMap(({ form, rules }) =>
      (known.get(rules)?.stuck ?? []).map((stuck) => placed(form, stuck, files)),
    )
    teach(site)
    if (problems.length === 0) settled = site.forms.identity
    return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
  }

  function openOf(shown: readonly Shown[]): readonly Shown[] {
    return [...new Map(shown.map((each) => [each.rules, each])).values()].filter(
      ({ rules, isProven }) => !isProven && !known.has(rules),
    )
  }

  async function findOut(open: readonly Shown[]): Promise<void> {
    if (open.length === 0) return
    const found = await prove({ forms: open, moment: now(), kinds: ownKindFiles }, queryDeadline)
    const missing = open.filter(({ rules }) => !found.has(rules)).map(({ form }) => form.id)
    if (missing.length > 0) onGivenUp([...new Set(missing)])
    for (const { rules } of open) remember(rules, found.get(rules) ?? nothingFound)
  }

  /** The site says how many questions its forms ask, also those that its files do not count yet. */
  function teach(site: Site): void {
    for (const [rules, { questions }] of known) if (questions) site.forms.learnQuestions(rules, questions)
  }

  function remember(rules: string, found: Found): void {
    known.set(rules, found)
    const [oldest] = known.keys()
    if (known.size > capacity && oldest !== undefined) known.delete(oldest)
  }
}

/** What is said of a form that a prover gave up. */
export function notProvenInTime(form: string): string {
  return `The form "${form}" could not be proven in time. Nothing was found against it, so it goes live. \`npx leadwright prove ${form}\` takes the time.`
}

/** A form as a page shows it. */
interface Shown {
  rules: string
  form: ResolvedForm
  /** Whether `prove --write` has proven it before: it counts the questions of no other. */
  isProven: boolean
}

/** For how long forms are resolved at a stretch, in ms: a server has visitors to serve meanwhile. */
const stretch = 2

async function shownBy(site: Site): Promise<Shown[]> {
  const shown: Shown[] = []
  let begun = performance.now()
  for (const id of site.forms.ids)
    for (const locale of Object.keys(site.definition.locales)) {
      if (performance.now() - begun > stretch) {
        await others()
        begun = performance.now()
      }
      for (const { form } of site.forms.versions(id, locale)) {
        const isProven = site.forms.questions(form) !== null
        shown.push({ form: site.forms.withGroups(form), rules: contentHash(rulesText(form)), isProven })
      }
    }
  return shown
}

/** What was found in time. */
async function prove(batch: Batch, queryDeadline: number): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  // Starting takes time too, on a busy machine.
  const times = { first: queryDeadline + 20_000, next: queryDeadline }
  await heardFrom('prover-worker', { workerData: batch }, times, ({ rules, ...verdict }: Verdict) => {
    found.set(rules, verdict)
  })
  return found
}

function placed(form: ResolvedForm, stuck: Stuck, files: readonly ParsedFile[]): FoundProblem {
  const place = proofPlace(stuck, { form: form.id, locale: form.locale }, files)
  return { ...place, message: stuck.message, of: [`forms/${form.id}`] }
}

/** What it takes to walk a form at a moment, in ms since the epoch: its judges, and today where its visitors are. */
export function proofOptions(form: ResolvedForm, moment: number): ProofOptions {
  const today = dayIn(moment, form.market.timeZone)
  return { judges: judgesOf(form, today), today }
}
