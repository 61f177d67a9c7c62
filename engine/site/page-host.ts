import type { AnswersCopy, Ending, Landing } from '#engine/form/journey'
import type { Attribution, TestReason } from '#engine/form/lead'
import type { AnswerProblem, Answers, Judges, ResolvedForm } from '#engine/form/model'
import type { PlacesOfPostalCode } from '#schemas/generated/api/postal-code.ts'
import type { Query } from './asked.ts'
import type { FormVersion } from './form-version.ts'
import type { PageView } from './page-view.ts'
import type { goneResults, ResultsView } from './results-view.ts'

/** Answers on their way to become a lead. */
export interface Dispatch {
  /** The form as the visitor was shown it, which may be superseded by now. */
  version: FormVersion
  /** The page they were given on, and its section. */
  page: PageView
  section: string
  /** The pruned answers of a finished journey. */
  answers: Answers
  /**
   * The same key with the same answers is the same lead, however often the button is pressed. null: the page came
   * without one, as cached pages do, and the visitor sent it as it was.
   */
  key: string | null
  /** What the visitor's first address said. */
  attribution: Attribution
  /** What stands in the field that people do not see. */
  honeypot: string
  /** The token of the results page whose answers these change. */
  previous?: string | undefined
  /** The token of the visit, where a browser has one. */
  visit?: string | undefined
  /** Ends the sending: the visitor went elsewhere meanwhile. */
  signal: Ended
}

/** An AbortSignal, as far as it is needed here. */
export interface Ended {
  readonly aborted: boolean
  addEventListener: (type: 'abort', listener: () => void) => void
}

export type Sent =
  /**
   * `redirect`: the address elsewhere that the form leads to. `test`: why it is a test, on the machine that the site is tried
   * on. `held`: an operator looks at it first.
   */
  | {
      ok: true
      /** The lead's id. */
      id?: string | undefined
      /** When it was stored, in ISO 8601. */
      receivedAt?: string | undefined
      redirect?: string | undefined
      /** The path of the page with the visitor's offers. */
      results?: string | undefined
      test?: TestReason | undefined
      held?: boolean | undefined
    }
  /** Refused: invalid after all. */
  | { ok: false; reason: 'invalid'; problems: readonly AnswerProblem[] }
  /** Refused: the form changed too long ago to be finished as it was shown. Its page has it as it is now. */
  | { ok: false; reason: 'changed' }
  /** Refused: the form takes no leads now. `message` says why in the visitor's language. */
  | { ok: false; reason: 'closed'; message: string }
  /** Nothing was stored: too many submissions came from this address (429), or storage cannot commit (503). */
  | { ok: false; reason: 'busy'; status: 429 | 503 }
  /** Nobody can say whether it was stored. Sent again in the same way it is stored once. */
  | { ok: false; reason: 'unknown' }
  /** The lead is stored, but the e-mail-marketing provider did not take it: the visitor is not subscribed yet. */
  | { ok: false; reason: 'undelivered' }
  /** Nobody took it yet, and the visitor had the browser stop trying. */
  | { ok: false; reason: 'stopped' }

/** A form that a visitor wants to go on with later. */
export interface SaveOrder {
  version: FormVersion
  /** The page that it stands on, where the link leads. */
  page: Pick<PageView, 'path' | 'brand'>
  answers: Answers
  /** The idempotency key of the filling. */
  key: string
  attribution: Attribution
  /** The token of the results page whose answers these change. */
  previous?: string | undefined
  /** Where the link is mailed to. */
  address: string
  /** A random mark that the browser keeps; '' from one that keeps none. */
  device: string
}

/** A link to a saved form, or the token of the results page of a sent one, and who wants to open it. */
export interface OpenOrder {
  /** The form's id. */
  form: string
  token: string
  device: string
  /** The answer to the question that another device is asked; null while it was not asked. */
  said: string | null
}

export type Opened =
  | { kind: 'open'; answers: Answers; key: string; attribution: Attribution; previous?: string | undefined }
  /** Another device must know the last name, or the address that the link went to where no name was answered yet. */
  | { kind: 'asks'; what: 'name' | 'email'; isWrong: boolean }
  /** There is no such link, or no longer. */
  | { kind: 'gone' }
  /** Storage cannot say just now. */
  | { kind: 'busy' }

export interface FoundPage {
  status: 200 | 404 | 410
  view: PageView
  /** What the page of a visitor's offers shows; `gone` where it is no more. */
  results?: ResultsView | typeof goneResults
}

/** A form in progress. */
export interface Draft {
  answers: Answers
  /** The idempotency key of this filling. */
  key: string
  /** Whether a step of it was posted: who has only typed sees the page as it is. */
  isBegun?: boolean
  /** Whether the visitor has sent it, and nobody has said yet that it arrived. */
  isUnsent?: boolean
  /** The token of the results page whose answers are changed, and those answers in words where the form shows them. */
  previous?: string | undefined
  copy?: AnswersCopy
  /** The step to go on at: found where the visitor comes back after the tab was closed. */
  step?: string
}

/** The id of a page, which is the same in each language, and the section of it that shows the form. */
export interface DraftPlace {
  page: string
  section: string
}

/** Each section of a page has drafts of its own, also where two show the same form. */
export interface Drafts {
  find: (place: DraftPlace, form: ResolvedForm) => Draft | null
  keep: (place: DraftPlace, form: ResolvedForm, draft: Draft) => void
  /** Forgets the form, which was sent, but for how it ended. */
  drop: (place: DraftPlace, form: ResolvedForm, ending?: Ending) => void
  /** How the form ended that was sent last; null after a reload. */
  ending: (place: DraftPlace, form: ResolvedForm) => Ending | null
}

/** What a page asks of whoever runs it: the server now, the browser too once the page is hydrated. */
export interface PageHost {
  /** The page at a path, as its query asks for it, or the one that says there is none. */
  page: (path: string, query: Query) => Promise<FoundPage>
  /** A form that has changed since the visitor began, if it can still be finished. */
  earlier: (form: string, locale: string, hash: string) => Promise<FormVersion | null>
  /** @param last the step up to which answers are judged; all steps are when left out */
  judges: (version: FormVersion, last?: string) => Promise<Judges>
  /** The form as it is filled in today, where it counts ages to that. */
  today: (version: FormVersion) => FormVersion
  /** The form with the options that these answers choose from long lists: a browser fetches them, a server has them all. */
  withOptions?: (version: FormVersion, answers: Answers) => Promise<FormVersion>
  mintKey: () => string
  /** What is known of a postal code of a country: towns and streets. Only forms that look up addresses ask. */
  places?: (country: string, postalCode: string) => Promise<PlacesOfPostalCode>
  /** A number from 0 up to 1, another each time: the order of options that differs from visit to visit. */
  random: () => number
  /** Whether the visitor is on the machine that serves the site, and so tries it. */
  isLocal: boolean
  /** Called for each step that a visitor sees, for counting. @param met the first error that is shown with it */
  shown: (version: FormVersion, step: string, met?: AnswerProblem) => void
  /** What the page has to bring with its next POST, so that the visit goes on; a browser says so by itself. */
  visit?: () => string | undefined
  send: (dispatch: Dispatch) => Promise<Sent>
  /** The query of the address that the visitor came to the page by. */
  landing: () => Landing
  /** The estimate of a form for answers, in words; null where there is none yet. A browser finds it as answers change. */
  estimate?: (form: ResolvedForm, answers: Answers) => string | null
  /** What came of these pruned answers if they were sent under this key before. A browser, which stores nothing, asks by sending. */
  wasSent?: (version: FormVersion, answers: Answers, key: string) => Promise<Sent | null>
  /** Forms for later: only a server saves them, and each such press is a POST. */
  later?: {
    save: (order: SaveOrder) => Promise<'mailed' | 'delayed' | 'busy'>
    open: (order: OpenOrder) => Promise<Opened>
  }
  /** Where a browser keeps a form in progress; a server keeps nothing. */
  drafts?: Drafts
  /** The reference of what was sent last, kept for a day by its browser, for the page that says thanks: loaded again it says it. */
  sent?: { reference: (path: string) => string | null; keep: (reference: string, path: string) => void }
}
