import type { Command } from 'commander'
import { isLoopback, outdatedTariffs, type Voicing } from '#engine/authoring'
import { isTree } from '#engine/form/model'
import { brandsOf, confirmAgain, type Library, mailsOf, type ProblemIn, shapeCheck, sortSources } from '#engine/library'
import {
  bare,
  byPlace,
  formProver,
  goodSite,
  judgeOf,
  type LocatedProblem,
  notProvenInTime,
  type ParsedFile,
  type ProveForms,
  problemLine,
  problemsOf,
  type QuarantinedDefinition,
  readSchemas,
  readSources,
  remarksOf,
  SourceCache,
  siteOf,
  voicingsIn,
  watchFolders,
  wouldGoLiveOf,
} from '#engine/node'
import { givesOffers, type Site } from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { readConfig } from '#server/config'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'

/** What the mails to subscribers lead to, and the one that asks those to confirm who have unsubscribed before. */
const neededBySubscribers = {
  unsubscription: 'visitors cannot unsubscribe',
  confirmation: 'visitors cannot confirm a subscription',
} as const

interface CheckOptions extends FolderOptions {
  json: boolean
  release: boolean
  watch: boolean
}

export function checkCommand(check: Command): void {
  withFolders(check)
    .option(
      '--release',
      'list the tasks left before the site goes live, in the definitions and in the environment',
      false,
    )
    .option('--watch', 'check again after every change, until stopped', false)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ json, release, watch, ...folders }: CheckOptions) => {
      const cache = new SourceCache()
      // The server judges by the same prover, so that what goes live here goes live there.
      let outOfTime: readonly string[] = []
      const { prove } = formProver({
        now: Date.now,
        onGivenUp(forms) {
          outOfTime = forms
        },
      })
      const check = async () => {
        outOfTime = []
        const files = await readSources(folders, cache)
        const checked = await judgedAsLive(files, prove)
        const isGood = checked.problems.length === 0
        const notes = receiptNotes(files)
        process.exitCode = isGood ? 0 : 1
        for (const form of outOfTime) console.error(notProvenInTime(form))
        if (!release || !isGood) return report(checked, notes, json)
        const read = readConfig()
        const { voicings } = voicingsIn(folders.locales)
        const tasks = [
          ...(await releaseTasks(files, read.ok ? read.config.secret : () => undefined)),
          ...statementTasks(voicings, Date.now()),
        ]
        if (!read.ok) console.error(read.problems.join('\n'))
        reportTasks(tasks, json)
        if (tasks.length > 0 || !read.ok) process.exitCode = 1
      }
      await check()
      if (watch) watchFolders([folders.definitions, folders.locales], check)
    })
}

interface Checked {
  /** All mistakes, those that no visitor meets too. */
  problems: readonly LocatedProblem[]
  /** What would not go live. */
  quarantined: readonly QuarantinedDefinition[]
  /** null where there is no site to serve. */
  site: Site | null
}

/** What a server that starts on these files would make of them, and every mistake that it or the check finds. */
async function judgedAsLive(files: readonly ParsedFile[], prove: ProveForms): Promise<Checked> {
  const good = await goodSite(files, [], prove)
  const told = good.ok && good.quarantined.length === 0 ? remarksOf(good.value, files) : await mistakesOf(files)
  const stuck = good.ok ? problemsOf(good.quarantined) : good.problems
  const problems = [...told, ...stuck.map(bare)]
  return {
    problems: [...new Map(problems.map((problem) => [problemLine(problem), problem])).values()].sort(byPlace),
    quarantined: good.ok ? good.quarantined : [],
    site: good.ok ? good.value : null,
  }
}

/** Of files that make no whole site. */
async function mistakesOf(files: readonly ParsedFile[]): Promise<LocatedProblem[]> {
  const loaded = siteOf(files, await judgeOf(files))
  return loaded.ok ? loaded.remarks : loaded.problems
}

/** @param notes what is allowed, and worth knowing */
function report({ problems, quarantined, site }: Checked, notes: readonly LocatedProblem[], json: boolean): void {
  list(problems, json)
  for (const note of notes) console.log(json ? JSON.stringify({ ...note, note: true }) : `Note: ${problemLine(note)}`)
  const wouldGoLive = wouldGoLiveOf(site === null ? null : quarantined)
  const ids = quarantined.map(({ definition }) => definition)
  if (json) {
    console.log(JSON.stringify({ wouldGoLive, quarantined: ids, setAside: ids }))
    return
  }
  if (problems.length === 0 && site) {
    const {
      forms: { ids: formIds },
      pages: { all: pages },
      authoring: { untranslated },
      definition,
    } = site
    const languages = Object.keys(definition.locales).join(', ')
    console.log(
      `No errors: ${counted(formIds.length, 'form')} and ${counted(pages.length, 'page address')} in ${languages}.`,
    )
    if (untranslated > 0)
      console.log(`${untranslated} ${untranslated === 1 ? 'text' : 'texts'} of drafts are not translated yet.`)
  } else console.log(`\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
  const why = site === null ? ' Nothing can be served until this is corrected.' : ` Not as written: ${ids.join(', ')}.`
  console.log(`Would go live: ${wouldGoLive}.${wouldGoLive === 'yes' ? '' : why}`)
}

function counted(count: number, what: string): string {
  const ending = what.endsWith('s') ? 'es' : 's'
  return `${count} ${what}${count === 1 ? '' : ending}`
}

function reportTasks(tasks: readonly LocatedProblem[], json: boolean): void {
  list(tasks, json)
  if (json) return
  if (tasks.length === 0) console.log('The site is ready to go live: no tasks are left.')
  else console.log(`\n${tasks.length} ${tasks.length === 1 ? 'task is' : 'tasks are'} left.`)
}

function list(found: readonly LocatedProblem[], json: boolean): void {
  for (const each of found) console.log(json ? JSON.stringify(each) : problemLine(each))
}

type Secrets = (variable: string) => string | undefined

/** Something left to do, by the file it is to be done in. */
type Task = ProblemIn & { file: string }

/** What an operator must do before definitions without problems go live. @param secrets reads the environment @param now milliseconds since the epoch */
export async function releaseTasks(
  files: readonly ParsedFile[],
  secrets: Secrets,
  now = Date.now(),
): Promise<LocatedProblem[]> {
  const { library } = sortSources(files, shapeCheck(readSchemas()))
  if (!library) return []
  const tasks = [
    ...files.filter(({ locale }) => locale === null).flatMap(({ file, value }) => samples(file, value)),
    ...brandTasks(library),
    ...hostTasks(library),
    ...formTasks(library),
    ...mailTasks(library, secrets),
    ...subscriptionTasks(library),
    ...(await deliveryTasks(library, secrets)),
    ...outdatedTariffs(library, now),
    ...(await geoTasks(library, secrets)),
    ...dealTasks(library, secrets),
  ]
  return located(files, tasks)
}

function located(files: readonly ParsedFile[], tasks: readonly Task[]): LocatedProblem[] {
  const byName = new Map(files.map((each) => [each.file, each]))
  return tasks
    .map(({ file, message, ...at }) => ({
      ...{ file, message },
      ...(byName.get(file)?.parsed.locate(at) ?? { line: 1, column: 1 }),
    }))
    .sort(byPlace)
}

/** What it means that a receipt repeats everything: an operator may want it, and must know. */
export function receiptNotes(files: readonly ParsedFile[]): LocatedProblem[] {
  const message =
    'This receipt repeats everything that was typed, to an address that nobody has verified: whoever types another person’s address sends them any text in your name, and a typing error sends a visitor’s answers to a stranger. Name the fields instead if you do not need all of them.'
  const notes = files.flatMap(({ locale, file, value }): Task[] => {
    const { receipt, localeRules } = (
      locale === null && /(^|\/)forms\/[^/]+\.json$/.test(file) && isTree(value) ? value : {}
    ) as Partial<FormDefinition>
    const written = [
      { answers: receipt?.answers, path: ['receipt', 'answers'] },
      ...Object.entries(localeRules ?? {}).map(([language, rule]) => ({
        answers: rule.receipt?.answers,
        path: ['localeRules', language, 'receipt', 'answers'],
      })),
    ]
    return written.flatMap(({ answers, path }) => (answers === 'all' ? [{ file, path, on: 'value', message }] : []))
  })
  return located(files, notes)
}

/** After how many days somebody compares a statement of law with its source again. */
const statementDays = 365

/** Statements of law and market that are for a lawyer, or that nobody has compared with their source for a year. */
function statementTasks(voicings: readonly Voicing[], now: number): LocatedProblem[] {
  return voicings.flatMap(({ file, statements }) =>
    Object.entries(statements).flatMap(([id, { says, source, checked, lawyer }]) => {
      const isOld = now - Date.parse(checked) > statementDays * 86_400_000
      if (!isOld && !lawyer) return []
      const who = lawyer
        ? 'A lawyer must confirm this'
        : `Compare this with its source again, last compared on ${checked}`
      const message = `${id}: ${who}: “${says}” Source: ${source}.`
      return [{ file: file.replace('/voice/', '/statements/'), line: 1, column: 1, message }]
    }),
  )
}

/** Whatever says `"sample": true`, however deep it stands. */
function samples(file: string, value: unknown, path: readonly string[] = []): Task[] {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [String(index), item])
    : isTree(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([key, inner]) => {
    if (key !== 'sample' || inner !== true) return samples(file, inner, [...path, key])
    const message = 'This is a sample. Replace it with your own content, and remove "sample".'
    return [{ file, path: [...path, key], on: 'key' as const, message }]
  })
}

function brandTasks({ brands }: Library): Task[] {
  const message =
    'The brand has no "origin", so search engines get no address and mails contain no working links. Add it, such as https://www.example.com.'
  return [...brands.values()].flatMap(({ file, value }) =>
    value.origin === undefined ? [{ file, path: [], on: 'value' as const, message }] : [],
  )
}

/** What only this machine answers at is for trying things out. */
function hostTasks({ site: { file, value } }: Library): Task[] {
  return (value.allowedHosts ?? []).flatMap((host, index) => {
    const message = `Forms lead visitors to "${host}", which is their own machine. Replace it with the real host.`
    return isLoopback(host) ? [{ file, path: ['allowedHosts', String(index)], on: 'value' as const, message }] : []
  })
}

function formTasks({ forms, partners }: Library): Task[] {
  const real = [...partners.values()].flatMap(({ value }) => (value.sample ? [] : [value]))
  const formsOf = (those: readonly PartnerDefinition[]) =>
    those.flatMap(({ filters }) => filters.map(({ form }) => form))
  const own = formsOf(real)
  const answered = formsOf(real.filter(({ deliveries }) => Object.values(deliveries).some(givesOffers)))
  return [...forms].flatMap(([id, { file, value, variantOf }]) => {
    const task = (message: string): Task => ({ file, path: [], on: 'value', message })
    if (value.draft) return []
    // A variant keeps its leads for as long as its base.
    const isKept = value.retentionDays === undefined && variantOf === undefined
    return [
      ...(own.includes(id)
        ? []
        : [
            task(
              'No partner accepts the leads of this form. Name it in the "filters" of a partner, or make it a draft.',
            ),
          ]),
      ...(value.offers && own.includes(id) && !answered.includes(id)
        ? [
            task(
              'No partner answers this form with offers, so its page of offers stays empty. Add "offers" to a delivery of a partner, or remove "offers" from the form.',
            ),
          ]
        : []),
      ...(isKept ? [task('The leads of this form are never erased. Add "retentionDays".')] : []),
    ]
  })
}

/** One for all forms, where the first of them promises a mail. */
function mailTasks({ forms }: Library, secrets: Secrets): Task[] {
  const promising = [...forms].filter(
    ([, { value, variantOf }]) => mailsOf(value).length > 0 && !value.draft && variantOf === undefined,
  )
  const [first] = promising
  if (!first || secrets('SMTP_URL')) return []
  const key =
    (['receipt', 'offers', 'subscription', 'reminder', 'saveAndResume'] as const).find(
      (each) => first[1].value[each],
    ) ?? ''
  const names = new Intl.ListFormat('en-GB').format(promising.map(([id]) => id))
  const message = `SMTP_URL is not set, so mails of these forms are not sent: ${names}. Set it to your mail server, as in smtp://user:password@host:port.`
  return [{ file: first[1].file, path: [key], on: 'key', message }]
}

/** One of each for all forms, at the first of them. */
function subscriptionTasks(library: Library): Task[] {
  const subscribing = [...library.forms.values()].filter(({ value }) => value.subscription && !value.draft)
  const [first] = subscribing
  if (!first) return []
  const task = (message: string): Task => ({ file: first.file, path: ['subscription'], on: 'key', message })
  const locales = new Set(subscribing.flatMap(({ value }) => value.locales))
  const pages = [...library.pages.values()].filter(({ value }) => !value.draft)
  const lacking = Object.entries(neededBySubscribers).flatMap(([kind, lack]) => {
    const having = pages.filter(({ value }) => Object.values(value.sections).some((section) => section.kind === kind))
    return [...library.brands.keys()].flatMap((brand) => {
      const offered = having.filter(({ value }) => brandsOf(value, library).includes(brand))
      const without = [...locales].filter((locale) => !offered.some(({ value }) => value.locales.includes(locale)))
      if (without.length === 0) return []
      return [
        task(
          `${brand} has no page with a section of the kind "${kind}" in ${without.join(', ')}, so ${lack}. Add one.`,
        ),
      ]
    })
  })
  if (library.mails.has(confirmAgain)) return lacking
  return [
    ...lacking,
    task(
      `There is no mail "${confirmAgain}", so visitors who unsubscribed cannot subscribe again. Add it, with a button to confirm.`,
    ),
  ]
}

async function deliveryTasks({ partners }: Library, secrets: Secrets): Promise<Task[]> {
  // No other check needs what a server sends with.
  const { kindOf } = await import('#server/channels')
  return [...partners.values()].flatMap(({ file, value }) =>
    Object.entries(value.deliveries).flatMap(([id, delivery]) => {
      const missing = kindOf(delivery).missingSecrets?.(delivery, secrets) ?? []
      return missing.map(({ variable, lack }): Task => {
        const message = `${variable} ${lack}, so this delivery cannot be sent. Set it where the server runs.`
        return { file, path: ['deliveries', id], on: 'key', message }
      })
    }),
  )
}

async function geoTasks({ site }: Library, secrets: Secrets): Promise<Task[]> {
  const { lackingOf } = await import('#server/geo')
  const lacking = site.value.geo ? lackingOf(site.value.geo, secrets) : []
  return lacking.map((variable) => {
    const message = `${variable} is not set, so countries cannot be looked up. Set it where the server runs.`
    return { file: site.file, path: ['geo', 'basicAuth'], on: 'key', message }
  })
}

function dealTasks({ site }: Library, secrets: Secrets): Task[] {
  const { tokenVariable, insecure } = site.value.deals?.upstream ?? {}
  const at = { file: site.file, on: 'key' as const }
  const token = `${tokenVariable} is not set, so deals are not fetched. Set it where the server runs.`
  const certificate = 'The certificate of this upstream is not verified. Remove "insecure".'
  return [
    ...(tokenVariable === undefined || secrets(tokenVariable)
      ? []
      : [{ ...at, path: ['deals', 'upstream', 'tokenVariable'], message: token }]),
    ...(insecure ? [{ ...at, path: ['deals', 'upstream', 'insecure'], message: certificate }] : []),
  ]
}
