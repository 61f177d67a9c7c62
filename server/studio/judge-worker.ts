// Checks and proves drafts in a thread, while the main one serves visitors.
import { parentPort, workerData } from 'node:worker_threads'
import {
  compareSites,
  type FormChange,
  type FormProof,
  proveForm,
  readingTasks,
  type TextTask,
  typedFigures,
  voiceTasks,
} from '#engine/authoring'
import { type Entries, endAt, endingOf, everyField, journey, onDay, writeAnswers } from '#engine/form/journey'
import { type Answers, answerWords, findField, isTree, type ResolvedForm, wholeSteps } from '#engine/form/model'
import {
  contentHash,
  type Finding,
  figuresAllowedIn,
  findingsOf,
  judgeOf,
  type KeptFile,
  type LocatedProblem,
  type ParsedFile,
  parsedFile,
  proofOptions,
  readSchemas,
  siteOf,
  textsAllowedIn,
  voicingsIn,
} from '#engine/node'
import type { Site } from '#engine/site'
import { loadExtensions } from '#server/extensions'
import type { StudioFolder } from './files.ts'
import { type TextRow, textRows, withConfirmed } from './translators.ts'

/** Files to be judged as if they were live. */
export interface JudgeRequest {
  /** All files of the site, the draft's among them. */
  files: readonly KeptFile[]
  /**
   * What was changed: a form is proven with those that vary it, a group, a page or a partner with the forms that it is part of,
   * shows or receives.
   */
  folder: StudioFolder
  name: string
  /** Now, in ms since the epoch. */
  moment: number
}

/** Two versions of all files, of which one form is compared. */
export interface CompareRequest extends JudgeRequest {
  before: readonly KeptFile[]
}

/** Texts that are translated, and what the writing guide says of them. */
export interface TextsRequest {
  files: readonly KeptFile[]
  /** Which of them are asked about, by their names. */
  names: readonly string[]
  languages: readonly string[]
  /** Where the rules of each language are, and what was confirmed. */
  locales: string
  /** What the draft has confirmed, by the names of the files. */
  confirmed: ReadonlyMap<string, string>
}

export interface TextsFound {
  /** The language of the sources. */
  source: string
  /** By language, in the order of the source. */
  rows: Readonly<Record<string, readonly TextRow[]>>
  /** What the rules of `leadwright text` find. */
  advice: readonly TextTask[]
}

/** A finding of the proof, with the answers that show it in the words of the form. */
export interface ProofFinding extends Omit<Finding, 'answers' | 'way' | 'stuckAt'> {
  answers: { question: string; answer: string }[]
  /** The same answers as names and values of a posted form, and the screen that shows them; null where there are none. */
  filled: Filled | null
}

export interface Filled {
  form: string
  locale: string
  step: string
  entries: Entries
}

/** Answers that lead to a screen. */
export interface Reached extends Filled {
  /** The step that it is part of. */
  whole: string
  /** The ids of its questions. */
  asks: string[]
}

/** How visitors come through a form in its first language. */
export interface Routes {
  form: string
  /** Steps in order, then the ends. isDead: a step that no visitor leaves or reaches. */
  nodes: { id: string; title: string; kind: 'step' | 'sent' | 'alert' | 'end'; questions: number; isDead: boolean }[]
  /** From one node to another, and how many of the proven ways go there. */
  edges: { from: string; to: string; count: number }[]
}

/** What keeps a draft from going live. */
export interface Verdict {
  /** Mistakes of the check. With any, nothing is proven. */
  problems: LocatedProblem[]
  findings: ProofFinding[]
  /** null where the check found mistakes, or where no form was proven. */
  routes: Routes | null
  /** Some of the proven ways through the form in its first language, as the answers that are given on them. */
  ways: Way[]
  /** For each screen of the proven form and each language, answers with which visitors come to it. */
  reached: Reached[]
}

/** What a visitor who comes through a form has answered. */
export interface Way {
  form: string
  locale: string
  answers: Answers
}

/** How many ways are kept of a proof. */
const mostWays = 20

/** What was read before: a file that says the same keeps its identity, and with it what was found of it. */
let known = new Map<string, ParsedFile>()

function parsedFrom(files: readonly KeptFile[]): ParsedFile[] {
  return files.map((file) => {
    const before = known.get(`${file.locale}/${file.file}`)
    return before?.text === file.text ? before : parsedFile(file)
  })
}

/** What a draft changes for saved answers, leads and partners; null where one version has mistakes. */
async function compare({ files, before, folder, name, moment }: CompareRequest): Promise<FormChange[] | null> {
  const sites: Site[] = []
  for (const version of [before, files]) {
    const parsed = parsedFrom(version)
    const built = siteOf(parsed, await judgeOf(parsed, true))
    if (!built.ok) return null
    const site = built.site.authoring.withDrafts()
    const ids = formsWith(parsed, folder, name).filter((id) => site.forms.ids.includes(id))
    sites.push({ ...site, forms: { ...site.forms, ids } })
  }
  const [was, is] = sites
  return was && is ? compareSites(was, is, (each) => proofOptions(each, moment)) : null
}

/** null without a usable site.json. */
function guidedTexts({ files, names, languages, locales, confirmed }: TextsRequest): TextsFound | null {
  const parsed = parsedFrom(files)
  known = new Map(parsed.map((file) => [`${file.locale}/${file.file}`, file]))
  const [schemas, confirmedOf] = [readSchemas(), withConfirmed(locales, confirmed)]
  const read = languages.map((locale) => textRows(parsed, { schemas, hash: contentHash, confirmedOf, locale }))
  const [first] = read
  if (!first) return null
  const tasks = [
    ...(readingTasks(parsed, schemas, textsAllowedIn(locales)) ?? []),
    ...(voiceTasks(parsed, schemas, voicingsIn(locales).voicings) ?? []),
    ...(typedFigures(parsed, schemas, figuresAllowedIn(locales)) ?? []),
  ]
  const isAsked = ({ file }: { file: string }) => names.includes(file)
  const rows = languages.map((locale, at) => [locale, (read[at]?.rows ?? []).filter(isAsked)])
  return { source: first.source, rows: Object.fromEntries(rows), advice: tasks.filter(isAsked) }
}

async function judge({ files, folder, name, moment }: JudgeRequest): Promise<Verdict> {
  const parsed = parsedFrom(files)
  known = new Map(parsed.map((file) => [`${file.locale}/${file.file}`, file]))
  const built = siteOf(parsed, await judgeOf(parsed, true))
  if (!built.ok) return { problems: built.problems, findings: [], routes: null, ways: [], reached: [] }
  const site = built.site.authoring.withDrafts()
  const ids = formsWith(parsed, folder, name).filter((id) => site.forms.ids.includes(id))
  const proofs = ids.flatMap((id) =>
    Object.keys(site.definition.locales).flatMap((locale) => {
      const versions = new Map(site.forms.versions(id, locale).map(({ hash, form }) => [hash, form]))
      return [...versions.values()].map((form) => proveForm(site, form, proofOptions(form, moment)))
    }),
  )
  const [first] = proofs
  const form = first && site.forms.version(first.form, first.locale)?.form
  const reached = proofs.flatMap(({ form: id, locale, vectors }) => {
    const own = id === first?.form ? site.forms.version(id, locale)?.form : undefined
    return own ? reachedIn(onDay(own, proofOptions(own, moment).today), vectors) : []
  })
  return {
    reached,
    problems: [],
    findings: findingsOf(proofs, parsed).map((finding) => inWords(site, finding, moment)),
    ways: (first?.vectors ?? [])
      .slice(0, mostWays)
      .map((answers) => ({ form: first?.form ?? '', locale: first?.locale ?? '', answers })),
    routes: first && form ? routesOf(onDay(form, proofOptions(form, moment).today), first) : null,
  }
}

/** The ids of the forms that a change is about, with those that vary them. */
function formsWith(parsed: readonly ParsedFile[], folder: JudgeRequest['folder'], name: string): string[] {
  const forms = parsed.filter((file) => file.folder === 'forms' && file.locale === null)
  const own = parsed.find((file) => file.folder === folder && file.locale === null && file.id === name)?.value
  const isMeant = ({ id, value }: ParsedFile) =>
    folder === 'forms'
      ? id === name
      : folder === 'groups'
        ? entriesOf(value, 'steps').some((step) => step.use === name)
        : entriesOf(own, folder === 'partners' ? 'filters' : 'sections').some(({ form }) => form === id)
  const meant = forms.filter(isMeant).map(({ id }) => id)
  const varied = forms.filter(({ value }) => meant.includes(String((value as { variantOf?: unknown }).variantOf)))
  return [...new Set([...meant, ...varied.map(({ id }) => id)])]
}

function entriesOf(value: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const entries = isTree(value) ? value[name] : undefined
  return Object.values(typeof entries === 'object' && entries !== null ? entries : {}).filter(isTree)
}

function inWords(site: Site, { answers: shown, way, stuckAt, ...finding }: Finding, moment: number): ProofFinding {
  const answers = Object.keys(shown).length > 0 ? shown : (way ?? {})
  const [locale = ''] = finding.languages[0]?.split(' ') ?? []
  const form = site.forms.version(finding.form, locale)?.form
  const said = Object.entries(answers).flatMap(([id, answer]) => {
    const field = form && findField(form, id)?.field
    if (answer === undefined) return []
    const words = field && form ? answerWords(field, answer, form) : String(answer)
    return [{ question: field?.words.title ?? id, answer: words }]
  })
  const filled =
    form && said.length > 0 ? filledWith(onDay(form, proofOptions(form, moment).today), answers, stuckAt) : null
  return { ...finding, answers: said, filled }
}

/** Answers as a page posts them, and the screen on which the last of them, or the question that is stuck, is asked. */
function filledWith(form: ResolvedForm, answers: Answers, stuckAt?: string): Filled | null {
  const route = journey(form, answers)
  const asks = (id: string) => route.steps.find(({ asked }) => asked.some((field) => field.id === id))?.id
  const last = Object.keys(answers).findLast((id) => asks(id) !== undefined)
  const step = asks(stuckAt ?? '') ?? route.current ?? asks(last ?? '') ?? route.steps[0]?.id
  return step === undefined ? null : filledAt(form, answers, step)
}

function filledAt(form: ResolvedForm, answers: Answers, step: string): Filled {
  const fields = everyField(form, answers).concat(
    form.steps.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'count')),
  )
  const each = new Map(fields.map((field) => [field.id, field]))
  return { form: form.id, locale: form.locale, step, entries: writeAnswers([...each.values()], answers, form.locale) }
}

/** Each screen that a proven way leads to, with its answers. */
function reachedIn(form: ResolvedForm, vectors: readonly Answers[]): Reached[] {
  const found = new Map<string, Reached>()
  for (const answers of vectors) {
    if (found.size === form.steps.length) break
    for (const { id, step, asked } of journey(form, answers).steps)
      if (!found.has(id))
        found.set(id, { ...filledAt(form, answers, id), whole: step, asks: asked.map((field) => field.id) })
  }
  return [...found.values()]
}

function routesOf(form: ResolvedForm, { vectors, screenedOutAt: ended, problems }: FormProof): Routes {
  const counts = new Map<string, { from: string; to: string; count: number }>()
  const met = new Set<string>()
  const dead = new Set<string>()
  const note = (nodes: readonly string[]) => {
    for (const [at, to] of nodes.entries()) {
      met.add(to)
      const from = nodes[at - 1]
      if (from === undefined) continue
      const edge = counts.get(`${from} ${to}`) ?? { from, to, count: 0 }
      counts.set(`${from} ${to}`, { ...edge, count: edge.count + 1 })
    }
  }
  const wholes = (steps: readonly { step: string }[]) => [...new Set(steps.map(({ step }) => `step ${step}`))]
  for (const answers of vectors) {
    const { alert } = endingOf(form, answers)
    note([...wholes(journey(form, answers).steps), alert === null ? 'sent' : `alert ${alert}`])
  }
  for (const answers of ended) {
    const route = journey(form, answers)
    const at = route.steps.findIndex((_, index) => endAt(form, route, index, true) !== null)
    const end = at === -1 ? null : endAt(form, route, at, true)
    note([...wholes(route.steps.slice(0, at + 1)), `end ${end}`])
  }
  for (const { stuckAt, way, answers } of problems) {
    if (stuckAt === undefined) continue
    const found = way ?? answers
    const { steps } = journey(form, found)
    const at = steps.findIndex(({ asked }) => asked.some(({ id }) => id === stuckAt))
    const stuck = steps[at]
    if (!stuck) continue
    dead.add(`step ${stuck.step}`)
    note(wholes(steps.slice(0, at + 1)))
  }
  const isBroken = vectors.length === 0
  const steps = wholeSteps(form).map((step) => ({
    ...{ id: `step ${step.id}`, title: step.title, kind: 'step' as const },
    questions: step.fields.filter(({ kind }) => kind !== 'consent' && kind !== 'count').length,
    // Where nothing is proven, what lies behind the dead end is not known.
    isDead: dead.has(`step ${step.id}`) || (!isBroken && !met.has(`step ${step.id}`)),
  }))
  const end = (kind: 'sent' | 'alert' | 'end', id: string, title: string) => ({
    ...{ id, title, kind, questions: 0, isDead: !met.has(id) && !isBroken },
  })
  const ends = [
    ...Object.entries({ ...form.screenOuts }).map(([id, { title }]) => end('end', `end ${id}`, title)),
    ...Object.entries(form.thankYou?.alerts ?? {}).map(([id, { title }]) => end('alert', `alert ${id}`, title)),
    end('sent', 'sent', form.thankYou?.title ?? ''),
  ]
  return { form: form.id, nodes: [...steps, ...ends], edges: [...counts.values()] }
}

const loading = loadExtensions('.', String(workerData))
parentPort?.on('message', async (request: JudgeRequest | CompareRequest | TextsRequest) => {
  await loading
  const answer =
    'names' in request
      ? { texts: guidedTexts(request) }
      : 'before' in request
        ? { changes: await compare(request) }
        : await judge(request)
  parentPort?.postMessage(answer)
})
