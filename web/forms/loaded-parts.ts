import { type RefObject, useEffect, useState } from 'react'
import type { AddressHelp } from '#engine/form/journey'
import { formSections, type PageView } from '#engine/site'
import type { Browser, FormState } from '#web/page'

type Around = typeof import('./later/AroundLater.tsx').AroundLater
type Copy = typeof import('./copy/AnswersCopy.tsx')
type Files = typeof import('./send-files.tsx').SentFiles
type End = typeof import('./Thanks.tsx')

let later: Around | undefined
let copy: Copy | undefined
let files: Files | undefined
let end: End | undefined

/**
 * Loads the code that only some forms need, where the page has one: to be saved, to print its answers, or to send files.
 * @param ends whether a form may be at its end: what is said there is loaded too
 */
export async function loadFormParts(view: PageView, ends: boolean): Promise<void> {
  const forms = formSections(view).map(({ form }) => form)
  await Promise.all([
    forms.some(({ saveAndResume }) => saveAndResume) ? loadLater() : null,
    ends && forms.some(({ printAnswers }) => printAnswers) ? loadCopy() : null,
    forms.some(({ needs }) => needs?.includes('files')) ? loadFiles() : null,
    ends && forms.length > 0 ? loadEnd() : null,
  ])
}

async function loadEnd(): Promise<void> {
  end ??= await import('./Thanks.tsx')
}

/** What comes in place of a form at its end. */
export function formEnd(): Partial<End> {
  return end ?? {}
}

async function loadFiles(): Promise<void> {
  files ??= (await import('./send-files.tsx')).SentFiles
}

async function loadLater(): Promise<void> {
  later ??= (await import('./later/AroundLater.tsx')).AroundLater
}

/** Loads what says the answers that were sent, and draws them. */
export async function loadCopy(): Promise<Copy> {
  copy ??= await import('./copy/AnswersCopy.tsx')
  return copy
}

/** What surrounds the steps of a form that can be saved. */
export function aroundLater(): Around | undefined {
  return later
}

/** What draws a question that is answered with files, and sends them. */
export function filesField(): Files | undefined {
  return files
}

/** What draws the answers that were sent. */
export function answersCopy(): Copy['AnswersCopy'] | undefined {
  return copy?.AnswersCopy
}

/**
 * What is known of the towns and streets that a form's step asks for: as the server said it, then as the visitor answers.
 * The code for it is loaded only where the step asks for some.
 */
export function useAddressHelp(
  element: RefObject<HTMLFormElement | null>,
  browser: Browser | null,
  state: FormState | null,
): AddressHelp | undefined {
  const { turn, version } = state ?? {}
  const [found, setFound] = useState<{ turn: FormState['turn']; help: AddressHelp }>()
  useEffect(() => {
    const { form } = version ?? {}
    if (!browser || !turn || !form?.needs?.includes('lookUp')) return
    const left = new AbortController()
    const tell = (help: AddressHelp) => setFound({ turn, help })
    import('./place-help.ts').then(
      ({ followAddresses }) => {
        if (element.current && !left.signal.aborted)
          followAddresses(element.current, { form, step: turn.step }, tell, left.signal)
      },
      // Without a connection the visitor types it.
      () => {},
    )
    return () => left.abort()
  }, [element, browser, version, turn])
  return found?.turn === turn ? found?.help : state?.help
}
