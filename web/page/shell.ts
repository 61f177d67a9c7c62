import { createContext, useContext } from 'react'
import type { Entries } from '#engine/form/journey'
import type { Answers, Judges } from '#engine/form/model'
import type { DraftPlace, FormVersion } from '#engine/site'

/** What of the build a page loads, by address. */
export interface Assets {
  styleSheet: string
  /** The styles of what is shown after a form, and of deals. */
  lateStyles: string
  /** The small script every page has, and what it imports. */
  boot: readonly string[]
  /** Modules that the boot script fetches together once the app is wanted. */
  modules: readonly string[]
  /** The script with the field kinds that the repository adds, where it adds some. */
  own?: string
  /** The addresses of the drawings that the repository adds, by their name. */
  drawings?: Readonly<Record<string, string>>
  /** Tags of the head that the repository adds. */
  head?: readonly HeadTag[]
}

/** A tag of the head that loads nothing. */
export type HeadTag = { meta: string; content: string } | { link: string; href: string }

/** The document around a page. */
export interface Shell extends Assets {
  /** The seed as JSON. */
  seed: string
}

export const ShellContext = createContext({} as Shell)

/** A button of a form was pressed. */
export interface Press {
  /** The section that shows the form, and the step it shows. */
  section: string
  step: string
  /** What the button says. */
  go: string
  /** What the form's controls say at that moment. */
  entries: () => Entries
}

/** What a lively form asks of the browser between two turns. */
export interface Browser {
  /** @param last the step up to which answers are judged for now */
  judges: (version: FormVersion, last?: string) => Promise<Judges>
  /** The form with the options that these answers choose from long lists. */
  withOptions: (version: FormVersion, answers: Answers) => Promise<FormVersion>
  typed: (place: DraftPlace, version: FormVersion, answers: Answers) => void
  press: (press: Press) => Promise<void>
}

export const BrowserContext = createContext<Browser | null>(null)

/** null on the server, and until the page is hydrated. */
export function useBrowser(): Browser | null {
  return useContext(BrowserContext)
}
