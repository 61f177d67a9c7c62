import { report } from '#web/http'

/** What a section's script exports by default. It may return what ends it. */
type Start = (element: HTMLElement) => unknown

const running = new WeakMap<Element, Promise<unknown>>()

/** Starts the scripts of all sections on the page, before the app is there. */
export function startIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) startIsland(element)
}

/**
 * Starts the script of a section, once.
 * @returns ends it
 */
export function startIsland(element: HTMLElement): () => void {
  const { island } = element.dataset
  if (island !== undefined && !running.has(element)) running.set(element, started(element, island))
  return () => {
    const ends = running.get(element)
    running.delete(element)
    void ends?.then((end) => typeof end === 'function' && end())
  }
}

/** The page goes on without a script that fails. */
async function started(element: HTMLElement, island: string): Promise<unknown> {
  try {
    const { default: start } = (await import(/* @vite-ignore */ island)) as { default: Start }
    return start(element)
  } catch (error) {
    report('script', error)
  }
}
