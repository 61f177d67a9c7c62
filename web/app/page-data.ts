import type { FormVersion } from '#engine/catalog/form-version.ts'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import type { Ending } from '#engine/core/filling/ending.ts'
import type { Turn } from '#engine/core/filling/turn.ts'

/** What a page draws from: its view, and where its form stands. */
export interface PageData {
  view: PageView
  /** null on a page without a form. */
  form: FormState | null
}

/** A form's state is in the page: the posted answers come back with every reply. */
export interface FormState {
  /** The form as the visitor began it; it may have changed since. */
  version: FormVersion
  turn: Turn & { kind: 'show' }
  /** The idempotency key of this filling; none before the first POST, so that the page can be cached. */
  key: string | null
  /** Once it is sent. */
  ending?: Ending
  /**
   * `unsent`: the visitor comes back to a form that was on its way. `stopped`: it is no longer sent, and the step on the
   * screen stays as it is.
   */
  outcome: 'open' | 'sent' | 'changed' | 'busy' | 'unknown' | 'undelivered' | 'unsent' | 'stopped'
}

/** The form of a page. */
export function formOf(view: PageView): FormVersion | null {
  const section = view.sections.find(({ kind }) => kind === 'form')
  return section?.kind === 'form' ? { form: section.form, hash: section.hash } : null
}
