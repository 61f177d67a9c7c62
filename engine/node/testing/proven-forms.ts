import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfRun } from '../../../tools/testing/temporary-in-memory.ts'
import { proveForm } from '../../authoring/proof/prove-form.ts'
import { everyField, itemName, journey } from '../../form/journey/journey.ts'
import { endingOf } from '../../form/journey/sent.ts'
import type { AnswerProblem, Answers, Judges } from '../../form/model/answers.ts'
import type { ResolvedForm } from '../../form/model/form.ts'
import { preciseProblem, sentence, type Translate } from '../../form/model/sentence.ts'
import type { Site } from '../../site/site.ts'
import { proofOptions } from '../proof/form-prover.ts'
import { repositorySite } from './repository.ts'

/** A form in one language with one filling for each of its routes. */
export interface ProvenForm {
  form: ResolvedForm
  judges: Judges
  vectors: readonly Answers[]
  /** One filling for each way to be turned away. */
  screenedOutAt: readonly Answers[]
}

type Proof = Pick<ProvenForm, 'vectors' | 'screenedOutAt'>

/** Every form of the repository in every language it is offered in. A run of the tests proves them once. */
export async function provenForms(): Promise<{ site: Site; forms: ProvenForm[] }> {
  const site = await repositorySite()
  const run = folderOfRun()
  const file = run && join(run, 'proven-forms.json')
  const known: Record<string, Proof> = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const proofs: Record<string, Proof> = {}
  const forms = site.forms.ids.flatMap((id) =>
    Object.keys(site.definition.locales).flatMap((locale): ProvenForm[] => {
      const version = site.forms.version(id, locale)
      if (!version) return []
      const form = site.forms.withGroups(version.form)
      const options = proofOptions(form, Date.now())
      const { vectors, screenedOutAt } = known[`${id} ${locale}`] ?? proveForm(site, form, options)
      proofs[`${id} ${locale}`] = { vectors, screenedOutAt }
      return [
        {
          form,
          judges: options.judges,
          vectors: vectors.map((answers) => withoutFiles(form, answers)),
          screenedOutAt: screenedOutAt.map((answers) => withoutFiles(form, answers)),
        },
      ]
    }),
  )
  if (file && !existsSync(file)) {
    const own = `${file}.${process.pid}`
    writeFileSync(own, JSON.stringify(proofs))
    renameSync(own, file)
  }
  return { site, forms }
}

/** No server has the files that a proof makes up. web/e2e/files.spec.ts uploads some. */
function withoutFiles({ steps }: ResolvedForm, answers: Answers): Answers {
  const files = new Set(steps.flatMap(({ fields }) => fields.filter((field) => field.files).map(({ id }) => id)))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !files.has(id)))
}

/** As few of the vectors as it takes to see every step and every way to end, each once at least. */
export function fewest({ form, vectors }: ProvenForm): Answers[] {
  const seen = new Set<string>()
  const places = (answers: Answers) => [
    ...journey(form, answers).steps.map(({ id }) => id),
    `alert ${endingOf(form, answers).alert}`,
  ]
  const byLength = vectors.toSorted((a, b) => places(b).length - places(a).length)
  return byLength.filter((answers) => {
    const isNew = places(answers).some((place) => !seen.has(place))
    for (const place of places(answers)) seen.add(place)
    return isNew
  })
}

/** What a form asks and when, and how it ends: whatever its words are, its options and the formats of its market. */
function questionsOf({ steps, screenOuts, thankYou, consents }: ResolvedForm): string {
  const asked = steps.map(({ id, when, repeat, fields }) => [
    ...[id, when, repeat?.group, repeat?.min, repeat?.max],
    fields.map(({ id, kind, ui, when, optional, optionalWhen }) => [
      ...[id, kind, ui['ui:widget'], when, optional, optionalWhen],
    ]),
  ])
  const conditions = (all: object = {}) => Object.entries(all).map(([id, { when, lead }]) => [id, when, lead])
  const told = [conditions(screenOuts), conditions(thankYou?.alerts), thankYou?.echoField, consents.map(({ id }) => id)]
  return JSON.stringify([asked, told])
}

/**
 * One of the languages of a form for each set of questions: languages that ask the same are filled alike.
 * @param turn which of the languages comes first; it stands for all that ask what it asks
 */
export function withOwnQuestions(languages: readonly ProvenForm[], turn: number): ProvenForm[] {
  const at = turn % languages.length
  const weightedRotation = [...languages.slice(at), ...languages.slice(0, at)]
  return [...Map.groupBy(weightedRotation, ({ form }) => questionsOf(form)).values()].flatMap((same) =>
    same.slice(0, 1),
  )
}

/** The address that a form has from the moment its file exists. */
export function addressOf({ id, locale }: ResolvedForm): string {
  return `${locale === 'en' ? '' : `/${locale}`}/forms/${id}`
}

/** The sentences of an error summary: those of a repeated step say which item is meant. */
export function summaryOf(
  form: ResolvedForm,
  given: Answers,
  problems: readonly AnswerProblem[],
  t: Translate,
): string[] {
  const fields = everyField(form, given)
  return problems.map((problem) => {
    const field = fields.find(({ id }) => id === problem.field)
    if (!field) return problem.field
    const message = sentence(preciseProblem(problem, field, given), field, form, t)
    const { group, item } = field.place
    const repeat = form.steps.find((step) => step.repeat?.group === group)?.repeat
    return repeat && typeof item === 'number' ? t('item', { item: itemName(repeat, item), message }) : message
  })
}

/** How many fillings were walked, form by form: one column for each way they were sent. */
export function printCounts(counts: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
  for (const [form, ways] of Object.entries(counts))
    console.log(
      form.padEnd(30),
      Object.entries(ways)
        .map(([way, count]) => `${way} ${count}`)
        .join('  '),
    )
}
