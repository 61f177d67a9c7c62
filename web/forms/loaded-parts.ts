import { type RefObject, useEffect, useState } from 'react'
import type { AddressHelp } from '#engine/form/journey'
import { asksForFiles } from '#engine/form/model'
import { drawFilesWith } from '#engine/react'
import { formSections, type PageView } from '#engine/site'
import type { Browser, FormState } from '#web/page'

type Around = typeof import('./later/AroundLater.tsx').AroundLater
type Copy = typeof import('./copy/AnswersCopy.tsx')

let later: Around | undefined
let copy: Copy | undefined

/** Loads the code that only some forms need, where the page has one: to be saved, to print its answers, or to send files. */
export async function loadFormParts(view: PageView): Promise<void> {
  const forms = formSections(view).map(({ form }) => form)
  await Promise.all([
    forms.some(({ saveAndResume }) => saveAndResume) ? loadLater() : null,
    forms.some(({ printAnswers }) => printAnswers) ? loadCopy() : null,
    forms.some(asksForFiles) ? loadFiles() : null,
  ])
}

async function loadFiles(): Promise<void> {
  drawFilesWith((await import('./send-files.tsx')).SentFiles)
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
    const step = form?.steps.find(({ id }) => id === turn?.step)
    if (!browser || !form || !turn || !step?.fields.some(({ lookUp }) => lookUp !== undefined)) return
    let stop = () => {}
    let isLeft = false
    import('./place-help.ts').then(
      ({ followAddresses }) => {
        if (!isLeft && element.current)
          stop = followAddresses(element.current, { form, step: step.id }, (help) => setFound({ turn, help }))
      },
      // Without a connection the visitor types it.
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [element, browser, version, turn])
  return found?.turn === turn ? found?.help : state?.help
}
