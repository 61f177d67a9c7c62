// What `leadwright show` prints is standard JSON Schema: stock rjsf with its own validator, which knows nothing of us,
// comes to our verdict on every answer, but for the rules that the print itself names as beyond it.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Form, { type FormProps, getDefaultRegistry } from '@rjsf/core'
import type { RegistryWidgetsType, RJSFSchema, UiSchema, Widget } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { journey } from '../../engine/form/journey/journey.ts'
import { validate, validateStep } from '../../engine/form/journey/validation/validate.ts'
import { nestAnswers } from '../../engine/form/lead/lead.ts'
import { type Answers, answerTo } from '../../engine/form/model/answers.ts'
import type { ResolvedField, ResolvedForm } from '../../engine/form/model/form.ts'
import { kinds } from '../../engine/form/model/kinds/table.ts'
import { limitedField } from '../../engine/form/model/limits/limits.ts'
import { prove } from '../../engine/form/proof/prove.ts'
import { resolved } from '../../engine/form/testing/forms.ts'
import { proofOptions } from '../../engine/node/proof/form-prover.ts'
import { fewest, type ProvenForm, provenForms, withOwnQuestions } from '../../engine/node/testing/proven-forms.ts'
import { type PrintedStep, stepsFor, stepsOf } from './resolve.ts'
import { type Mistake, mistaken } from './testing/mistaken.ts'

const stock = getDefaultRegistry().widgets as RegistryWidgetsType &
  Record<'TextWidget' | 'CheckboxWidget' | 'RadioWidget', Widget>
const inEveryLanguage = (await provenForms()).forms
const byForm = Map.groupBy(inEveryLanguage, ({ form }) => form.id)
// Languages that ask the same take turns.
const forms = [...[...byForm.values()].flatMap(withOwnQuestions), everyKind()]

/** A question of each kind there is, whether or not a form of ours asks it. */
function everyKind(): ProvenForm {
  const fields = Object.keys(kinds).map((kind) => [`field-${kind}`, { kind, title: kind }])
  const steps = { all: { title: 'All', fields: Object.fromEntries(fields) } }
  const form = resolved({ locales: ['en'], title: 'Every kind', steps })
  const options = proofOptions(form, Date.now())
  return { form, judges: options.judges, vectors: prove(form, options).vectors, screenedOutAt: [] }
}

test('stock rjsf takes every proven filling, and refuses each mistake that JSON Schema has words for', () => {
  const counts = { right: 0, wrong: 0, beyond: 0 }
  for (const proven of forms) {
    const told = new Set(fewest(proven))
    for (const answers of proven.vectors) {
      for (const step of stepsFor(proven.form, answers)) {
        const given = answersOf(step, answers)
        expect(stockErrors(step, given), place(proven, step)).toEqual([])
        counts.right += 1
        if (!told.has(answers)) continue
        const asked = journey(proven.form, answers).steps.find(({ id }) => id === step.id)?.asked ?? []
        const limited = asked.map((field) => limitedField(field, answers, proven.form))
        for (const mistake of limited.flatMap((field) => mistaken(field, given)))
          counts[compare(proven, answers, step, asked, mistake)] += 1
      }
    }
  }
  console.log(`${forms.length} forms`, counts)
  expect(counts.right).toBeGreaterThan(forms.length)
  expect(counts.wrong).toBeGreaterThan(20 * forms.length)
  expect([...beyond].sort()).toEqual([
    'birth-date earliest',
    'birth-date latest',
    'date earliest',
    'date latest',
    'iban format',
    'phone format',
    'postal-code format',
  ])
})

test('a limit that another answer sets is printed as a number: stock rjsf agrees to the cent', () => {
  const value = { kind: 'amount', title: 'Value' } as const
  const amount = { kind: 'amount', title: 'Amount', maximum: { field: 'value', factor: 0.7 } } as const
  const form = resolved({ locales: ['en'], title: 'x', steps: { all: { title: 'x', fields: { value, amount } } } })
  const { judges } = proofOptions(form, Date.now())
  fc.assert(
    // Of greater amounts stock rjsf takes some cents for fractions of one (its multipleOfPrecision).
    fc.property(fc.integer({ min: 2, max: 10_000_000 }), (worth) => {
      const most = Number((BigInt(worth) * 7n) / 10n)
      const verdicts = [-1, 0, 1].map((more) => {
        const answers: Answers = { value: worth / 100, amount: (most + more) / 100 }
        const [step] = stepsFor(form, answers)
        const ours = validate(journey(form, answers), judges).length > 0
        return [ours, step !== undefined && stockErrors(step, answers).length > 0]
      })
      expect(verdicts).toEqual([
        [false, false],
        [false, false],
        [true, true],
      ])
    }),
  )
  const [step] = stepsOf(form)
  expect(step?.asked.amount?.beyond).toEqual({ maximum: '0.7 times "value"' })
})

test('stock rjsf draws every step as it is printed, with an error where an answer is missing', () => {
  for (const proven of forms) {
    const [answers = {}] = fewest(proven)
    for (const step of stepsFor(proven.form, answers)) {
      const given = answersOf(step, answers)
      const about = place(proven, step)
      expect(errorsOnceDrawn(step, given), about).toEqual([])
      const [first] = step.schema.required
      if (first === undefined) continue
      const { [first]: _, ...lacking } = given
      expect(errorsOnceDrawn(step, lacking), about).toEqual([expect.stringContaining(first)])
    }
  }
})

test('the command prints these steps, as JSON', async () => {
  const [proven] = inEveryLanguage.filter(({ form }) => form.id === 'home-insurance' && form.locale === 'nl')
  if (!proven) throw new Error('There is no such form')
  const { form } = proven
  const answers = proven.vectors[0] ?? {}
  const folder = await mkdtemp(join(tmpdir(), 'answers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'answers.json')
  await writeFile(file, JSON.stringify(nestAnswers(form, answers)))
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
  expect(show(form).steps).toEqual(plain(stepsOf(form)))
  expect(show(form, '--answers', file).steps).toEqual(plain(stepsFor(form, answers)))
})

function show({ id, locale }: ResolvedForm, ...options: string[]): { steps: PrintedStep[] } {
  const command = [join(import.meta.dirname, '../leadwright.ts'), 'resolve', 'form', id, '--locale', locale, ...options]
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }))
}

/** The rules that were found to be beyond a schema, by the kinds of their fields. */
const beyond = new Set<string>()

/** One answer is made wrong or left out: either judge says of the step what the other does. */
function compare(
  proven: ProvenForm,
  answers: Answers,
  step: PrintedStep,
  asked: readonly ResolvedField[],
  { field, what, answer }: Mistake,
): 'wrong' | 'right' | 'beyond' {
  const { [field.id]: _, ...others } = answers
  const given = { ...others, ...(answer !== undefined && { [field.id]: answer }) } as Answers
  const { notOffered = [] } = journey(proven.form, given).steps.find(({ id }) => id === step.id) ?? {}
  const missing = [...missingIn(asked, given), ...notOffered]
  const ours = validateStep({ id: step.id, step: step.id, asked, missing, notOffered }, given, proven.judges)
  const theirs = stockErrors(step, answersOf(step, given))
  const about = `${place(proven, step)} ${field.id}: ${what} ${JSON.stringify(answer)}`
  const known = ours.filter(({ field, code }) => step.asked[field]?.beyond?.[code] === undefined)
  // What is partly beyond a schema, such as the letters of an IBAN but not its check digits, it may refuse too.
  if (known.length < ours.length && known.length === 0) {
    beyond.add(`${field.kind} ${ours[0]?.code}`)
    return 'beyond'
  }
  expect({ about, refused: theirs.length > 0 }).toEqual({ about, refused: known.length > 0 })
  return known.length > 0 ? 'wrong' : 'right'
}

function missingIn(asked: readonly ResolvedField[], given: Answers): string[] {
  return asked.filter(({ id, optional }) => !optional && !isGiven(given[id])).map(({ id }) => id)
}

function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0)
}

function answersOf({ schema }: PrintedStep, answers: Answers): Answers {
  return Object.fromEntries(
    Object.keys(schema.properties).flatMap((id) => {
      const answer = answerTo(id, answers)
      return answer === undefined ? [] : [[id, answer]]
    }),
  )
}

function place({ form }: ProvenForm, { id }: PrintedStep): string {
  return `${form.id} ${form.locale} ${id}`
}

/** Languages share most schemas, and vectors most answers: each pair is judged once. */
const judged = new Map<string, string[]>()
const schemas = new Map<string, RJSFSchema>()

function stockErrors({ schema }: PrintedStep, given: Answers): string[] {
  const text = JSON.stringify(schema)
  const key = text + JSON.stringify(given)
  const parsed = schemas.get(text) ?? JSON.parse(text)
  schemas.set(text, parsed)
  const errors = judged.get(key) ?? validator.validateFormData(given, parsed).errors.map(({ stack }) => stack)
  judged.set(key, errors)
  return errors
}

/** What stock rjsf finds once it has drawn a step with its own theme. What our uiSchema names beyond that is text. */
function errorsOnceDrawn({ schema, uiSchema }: PrintedStep, formData: Answers): string[] {
  const props: FormProps = {
    schema: JSON.parse(JSON.stringify(schema)),
    uiSchema: uiSchema as UiSchema,
    formData,
    validator,
    widgets: {
      amount: stock.TextWidget,
      parts: stock.TextWidget,
      matrix: stock.RadioWidget,
      consent: stock.CheckboxWidget,
    },
    // By itself it ticks every box that must be ticked, and says no wherever it asks for yes or no.
    experimental_defaultFormStateBehavior: { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' },
  }
  expect(renderToString(createElement(Form, props))).toContain('rjsf-field-object')
  const drawn = new Form(props)
  return drawn.validate(drawn.state.formData).errors.map(({ property = '' }) => property)
}
