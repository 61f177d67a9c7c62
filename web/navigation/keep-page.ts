import { type LoaderFunctionArgs, data as loaderData } from 'react-router-dom'
import { continued, movedForms, sendingOf, unreached } from '#web/forms'
import { isReachable } from '#web/http'
import { type Answered, type PageData, UnknownPart, withAnswered } from '#web/page'
import { mayReloadNow } from '#web/stores'

/** What React Router takes for a page; an object that merely looks like it would be one itself. */
type Loaded = ReturnType<typeof loaderData<PageData>>
type Load = (args: LoaderFunctionArgs) => Promise<Loaded>

/** The page on the screen, and the loader that keeps it there until another one has come. */
export interface PageKeeper {
  atHand: () => PageData
  load: Load
  /** A form has something to show that is at no address: the next load brings it. */
  show: (answered: Answered) => void
  /**
   * What is on the screen of a form is over: the next load brings what its address and draft say.
   * @param arrives whether it takes the focus
   */
  renew: (section: string, arrives: boolean) => void
}

/**
 * A page that does not come leaves the one at hand on the screen, with a word about it. Where the server has the page
 * and only its code is gone, as after a deployment, the browser goes there by itself. A form of the page stays as it is
 * on the screen until its own place in the address is another.
 * @param first the page that the document brought
 */
export function keepPage(load: Load, first: PageData): PageKeeper {
  let kept = { address: location.pathname + location.search, loaded: loaderData(first) }
  const scripts = JSON.stringify(first.view.scripts)
  const renewed = new Map<string, boolean>()
  const keep = (address: string, loaded: Loaded) => {
    const before = kept.loaded.data
    const data = continued(before, loaded.data, renewed, address === kept.address)
    // Who goes elsewhere in a form, or away, sends it no longer.
    for (const section of movedForms(before, loaded.data, renewed)) sendingOf(section).leave()
    renewed.clear()
    kept = { address, loaded: { ...loaded, data } }
    return kept.loaded
  }
  const keeper: PageKeeper = {
    atHand: () => kept.loaded.data,
    show: (answered) => {
      kept = { ...kept, loaded: { ...kept.loaded, data: withAnswered(kept.loaded.data, answered) } }
    },
    renew: (section, arrives) => void renewed.set(section, arrives),
    async load(args) {
      const { url, signal } = args.request
      const address = url.slice(new URL(url).origin.length)
      // Who stays, or goes back to it, finds it as it was.
      if (unreached.kept === address) {
        unreached.clear()
        return kept.loaded
      }
      try {
        const loaded = await load(args)
        unreached.clear()
        // A document's policy stays what it is: a page that may load something else is a document of its own.
        if (JSON.stringify(loaded.data.view.scripts) !== scripts) return leaveFor(url)
        return keep(address, loaded)
      } catch (error) {
        if (signal.aborted) throw error
        if (await isReachable(address)) {
          // The document that comes is new: if its own code is gone too, to load it anew would not help. Who has newer
          // pages than code even so is told, rather than sent in circles.
          if (!mayReloadNow() && error instanceof UnknownPart) throw error
          return leaveFor(url)
        }
        if (signal.aborted) throw error
        unreached.miss(kept.address)
        return kept.loaded
      }
    },
  }
  return keeper
}

/** The browser goes there by itself, and nothing is drawn any more. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}
