import { type Journey, journey as route, validate as validateRoute } from '#engine/form/journey'
import {
  type AnswerProblem,
  type Answers,
  type KindWords,
  type ResolvedForm,
  resolveForm,
  type Surroundings,
  withNeeds,
} from '#engine/form/model'
import { type ProofProblem, prove as walk } from '#engine/form/proof'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { judgesOf } from './interpret.ts'

export type { AnswerProblem, Answers, FormDefinition, Journey, KindWords, ProofProblem, ResolvedForm }

/**
 * What a definition is resolved with.
 * @public
 */
export interface FormOptions {
  /** The form's id: the name of its file. */
  id: string
  /** The language that the definition's words are in, such as `en`. */
  locale: string
  /** Where visitors are: their phone numbers, postal codes, currency and time zone. */
  market: Surroundings['market']
  /** The labels and hints of kinds, from `leadwright/words/<language>/kinds.json`. */
  kindWords?: KindWords
  /** What the definition refers to, by id, in the same language. */
  groups?: Surroundings['groups']
  lists?: Surroundings['lists']
  consents?: Surroundings['consents']
}

/**
 * A form as it is asked in one language: its steps and fields with their schemas and words.
 * @public
 */
export function resolve(definition: FormDefinition, options: FormOptions): ResolvedForm {
  const { id, locale, market, kindWords = {}, groups = {}, lists = {}, consents = {} } = options
  return withNeeds(resolveForm(id, definition, { locale, market, kindWords, groups, lists, consents, settings: {} }))
}

/**
 * The steps and questions that these answers lead to, and what is still missing. Answers to questions that are not asked
 * are left out.
 * @public
 */
export function journey(form: ResolvedForm, answers: Answers): Journey {
  return route(form, answers)
}

/**
 * Every problem of the answers, in the order of the fields; none where the form can be sent.
 * @param today - YYYY-MM-DD where the visitor is
 * @public
 */
export function validate(form: ResolvedForm, answers: Answers, today: string): AnswerProblem[] {
  return validateRoute(route(form, answers), judgesOf(form, today))
}

/**
 * What a proof found.
 * @public
 */
export interface FormProof {
  /** How many combinations of answers were walked. */
  walks: number
  /** One complete filling for each distinct set of questions. */
  vectors: Answers[]
  /** Unreachable questions, and paths that cannot be completed. */
  problems: ProofProblem[]
}

/**
 * Walks every path of the form.
 * @param today - YYYY-MM-DD where the visitor is
 * @public
 */
export function prove(form: ResolvedForm, today: string): FormProof {
  const { walks, vectors, problems } = walk(form, { judges: judgesOf(form, today), today })
  return { walks, vectors, problems }
}
