import { type RefObject, useEffect, useState } from 'react'
import type { AddressHelp } from '#engine/form/journey'
import { formSections, type PageView } from '#engine/site'
import { type Browser, type FormState, latePart } from '#web/page'

type Copy = typeof import('./copy/AnswersCopy.tsx')
type Files = typeof import('./send-files.tsx').SentFiles
type End = typeof import('./Thanks.tsx')

const cover = latePart(async () => (await import('#web/ui/drawing')).Drawing)
const around = latePart(async () => (await import('./later/AroundLater.tsx')).AroundLater)
const offer = latePart(async () => (await import('./later/AroundLater.tsx')).LaterOffer)
let copy: Copy | undefined
let files: Files | undefined
let end: End | undefined

/** Whether a form is at its end, or saved for later: what is said there has code of its own. */
export function goesOn({ outcome, turn, later }: FormState): boolean {
  return outcome === 'sent' || turn.end !== undefined || later !== undefined
}

/**
 * Loads the code that only some forms need, where the page has one: to be saved, to print its answers, or to send files.
 * @param whole whether what is said once a form goes on is loaded too
 */
export async function loadFormParts(view: PageView, whole: boolean): Promise<void> {
  // No form waits for a drawing.
  if (whole) cover.load().catch(() => {})
  const forms = formSections(view).map(({ form }) => form)
  await Promise.all([
    whole && forms.some(({ saveAndResume }) => saveAndResume) ? Promise.all([around.load(), offer.load()]) : null,
    whole && forms.some(({ printAnswers }) => printAnswers) ? loadCopy() : null,
    forms.some(({ needs }) => needs?.includes('files')) ? loadFiles() : null,
    whole && forms.length > 0 ? loadEnd() : null,
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

/** Loads what says the answers that were sent, and draws them. */
export async function loadCopy(): Promise<Copy> {
  copy ??= await import('./copy/AnswersCopy.tsx')
  return copy
}

/** The drawing below the first screen of a form that was begun. */
export const FormDrawing = cover.Late

/** What surrounds the steps of a form that is being saved. */
export const AroundLater = around.Part

/** What a form that can be saved offers at its buttons, once it is begun. */
export const LaterOffer = offer.Late

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
