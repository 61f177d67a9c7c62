import { formSections, type PageView } from '#engine/site'

type Around = typeof import('./AroundLater.tsx').AroundLater

let loaded: Around | undefined

/** Loads what draws a form that can be saved, where the page has one. */
export async function loadLater(view: PageView): Promise<void> {
  if (formSections(view).some(({ form }) => form.saveAndResume))
    loaded ??= (await import('./AroundLater.tsx')).AroundLater
}

/** What stands around the steps of a form that can be saved. */
export function aroundLater(): Around | undefined {
  return loaded
}
