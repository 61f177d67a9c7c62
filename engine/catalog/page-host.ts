import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import type { AnswerProblem, Judges } from '#engine/core/problem.ts'
import type { FormVersion } from './form-version.ts'
import type { PageView } from './page-view.ts'

/** Answers on their way to become a lead. */
export interface Dispatch {
  /** The form as the visitor was shown it, which may be superseded by now. */
  version: FormVersion
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
  page: (path: string) => Promise<PageView | null>
  /** The page for an address where there is none, in the language of its prefix. */
  notFound: (path: string) => PageView
  /** A form that has changed since the visitor began, if it can still be finished. */
  earlier: (form: string, locale: string, hash: string) => Promise<FormVersion | null>
  judges: (form: ResolvedForm) => Judges
  mintKey: () => string
  send: (dispatch: Dispatch) => Promise<Sent>
}
