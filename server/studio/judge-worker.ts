// Checks and proves drafts in a thread, while the main one serves visitors.
import { parentPort } from 'node:worker_threads'
import { compareSites, type FormChange, proveForm } from '#engine/authoring'
import { allFields, answerWords } from '#engine/form/model'
import {
  type Finding,
  findingsOf,
  judgeOf,
  type KeptFile,
  type LocatedProblem,
  type ParsedFile,
  parsedFile,
  proofOptions,
  siteOf,
} from '#engine/node'
import type { Site } from '#engine/site'
import { loadExtensions } from '#server/extensions'

/** Files to be judged as if they were live. */
export interface JudgeRequest {
  /** All files of the site, the draft's among them. */
  files: readonly KeptFile[]
  /** The form that is proven, with those that vary it. */
  form: string
  /** Now, in ms since the epoch. */
  moment: number
}

/** Two versions of all files, of which one form is compared. */
export interface CompareRequest extends JudgeRequest {
  before: readonly KeptFile[]
}

/** A finding of the proof, with the answers that show it in the words of the form. */
export interface ProofFinding extends Omit<Finding, 'answers'> {
  answers: { question: string; answer: string }[]
}

/** What keeps a draft from going live. */
export interface Verdict {
  /** Mistakes of the check. With any, nothing is proven. */
  problems: LocatedProblem[]
  findings: ProofFinding[]
}

/** What was read before: a file that says the same keeps its identity, and with it what was found of it. */
let known = new Map<string, ParsedFile>()

function parsedFrom(files: readonly KeptFile[]): ParsedFile[] {
  return files.map((file) => {
    const before = known.get(`${file.locale}/${file.file}`)
    return before?.text === file.text ? before : parsedFile(file)
  })
}

/** What a draft changes for saved answers, leads and partners; null where one version has mistakes. */
async function compare({ files, before, form, moment }: CompareRequest): Promise<FormChange[] | null> {
  const sites: Site[] = []
  for (const version of [before, files]) {
    const parsed = parsedFrom(version)
    const built = siteOf(parsed, await judgeOf(parsed))
    if (!built.ok) return null
    const site = built.site.authoring.withDrafts()
    const ids = site.forms.ids.filter((id) => id === form)
    sites.push({ ...site, forms: { ...site.forms, ids } })
  }
  const [was, is] = sites
  return was && is ? compareSites(was, is, (each) => proofOptions(each, moment)) : null
}

async function judge({ files, form, moment }: JudgeRequest): Promise<Verdict> {
  const parsed = parsedFrom(files)
  known = new Map(parsed.map((file) => [`${file.locale}/${file.file}`, file]))
  const built = siteOf(parsed, await judgeOf(parsed))
  if (!built.ok) return { problems: built.problems, findings: [] }
  const site = built.site.authoring.withDrafts()
  const varied = parsed.filter(
    ({ folder, locale, value }) =>
      folder === 'forms' && locale === null && (value as { variantOf?: unknown }).variantOf === form,
  )
  const ids = [form, ...varied.map(({ id }) => id)].filter((id) => site.forms.ids.includes(id))
  const proofs = ids.flatMap((id) =>
    Object.keys(site.definition.locales).flatMap((locale) => {
      const versions = new Map(site.forms.versions(id, locale).map(({ hash, form }) => [hash, form]))
      return [...versions.values()].map((form) => proveForm(site, form, proofOptions(form, moment)))
    }),
  )
  return { problems: [], findings: findingsOf(proofs, parsed).map((finding) => inWords(site, finding)) }
}

function inWords(site: Site, { answers, ...finding }: Finding): ProofFinding {
  const [locale = ''] = finding.languages[0]?.split(' ') ?? []
  const form = site.forms.version(finding.form, locale)?.form
  const fields = new Map(form && allFields(form).map((field) => [field.id, field]))
  const said = Object.entries(answers).flatMap(([id, answer]) => {
    const field = fields.get(id)
    if (answer === undefined) return []
    const words = field && form ? answerWords(field, answer, form) : String(answer)
    return [{ question: field?.words.title ?? id, answer: words }]
  })
  return { ...finding, answers: said }
}

const loading = loadExtensions()
parentPort?.on('message', async (request: JudgeRequest | CompareRequest) => {
  await loading
  parentPort?.postMessage('before' in request ? { changes: await compare(request) } : await judge(request))
})
