import { formSections, type PageView } from '#engine/site'

type Around = typeof import('./later/AroundLater.tsx').AroundLater
type Copy = typeof import('./copy/AnswersCopy.tsx')

let later: Around | undefined
let copy: Copy | undefined

/** Loads the code that only some forms need, where the page has one: to be saved, or to print its answers. */
export async function loadFormParts(view: PageView): Promise<void> {
  const forms = formSections(view).map(({ form }) => form)
  await Promise.all([
    forms.some(({ saveAndResume }) => saveAndResume) ? loadLater() : null,
    forms.some(({ printAnswers }) => printAnswers) ? loadCopy() : null,
  ])
}

async function loadLater(): Promise<void> {
  later ??= (await import('./later/AroundLater.tsx')).AroundLater
}

/** Loads what says the answers that were sent, and draws them. */
export async function loadCopy(): Promise<Copy> {
  copy ??= await import('./copy/AnswersCopy.tsx')
  return copy
}

/** What stands around the steps of a form that can be saved. */
export function aroundLater(): Around | undefined {
  return later
}

/** What draws the answers that were sent. */
export function answersCopy(): Copy['AnswersCopy'] | undefined {
  return copy?.AnswersCopy
}
