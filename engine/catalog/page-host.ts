import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import type { AnswerProblem, Judges } from '#engine/core/problem.ts'
import type { PageView } from './page-view.ts'

/** Answers on their way to become a lead. */
export interface Dispatch {
  form: ResolvedForm
  /** The page they were given on. */
  page: PageView
  /** The pruned answers of a finished journey. */
  answers: Answers
  /** The same key with the same answers is the same lead, however often the button is pressed. */
  key: string
}

export type Sent =
  | { ok: true }
  /** Refused: invalid after all. */
  | { ok: false; reason: 'invalid'; problems: readonly AnswerProblem[] }
  /** Nothing was stored: too many submissions came from this address (429), or storage cannot commit (503). */
  | { ok: false; reason: 'busy'; status: 429 | 503 }

/** What a page asks of whoever runs it: the server now, the browser too once the page is hydrated. */
export interface PageHost {
  page: (path: string) => PageView | null
  /** The page for an address where there is none, in the language of its prefix. */
  notFound: (path: string) => PageView
  judges: (form: ResolvedForm) => Judges
  mintKey: () => string
  send: (dispatch: Dispatch) => Promise<Sent>
}
