import type { LoaderFunctionArgs } from 'react-router-dom'
import type { PageData } from '../app/page-data.ts'
import { unreached } from '../forms/unreached.ts'
import { isReachable } from './reachable.ts'

type Load = (args: LoaderFunctionArgs) => Promise<{ data: PageData }>

/** The page on the screen, and the loader that keeps it there until another one has come. */
export interface PageKeeper {
  atHand: () => PageData
  load: Load
}

/**
 * A page that does not come leaves the one at hand on the screen, with a word about it. Where the server has the page
 * and only its code is gone, as after a deployment, the browser goes there by itself.
 * @param first the page that the document brought
 */
export function keepPage(load: Load, first: PageData): PageKeeper {
  let kept = { address: location.pathname + location.search, loaded: { data: first } }
  const keeper: PageKeeper = {
    atHand: () => kept.loaded.data,
    async load(args) {
      const { url, signal } = args.request
      const address = url.slice(new URL(url).origin.length)
      // Who stays, or goes back to it, finds it as it was.
      if (unreached.kept === address) {
        unreached.clear()
        return kept.loaded
      }
      try {
        kept = { address, loaded: await load(args) }
        unreached.clear()
        return kept.loaded
      } catch (error) {
        if (signal.aborted) throw error
        if (await isReachable(url)) {
          location.assign(url)
          // Nothing is drawn any more.
          return new Promise(() => {})
        }
        if (signal.aborted) throw error
        // What was typed since it was loaded is in its draft.
        kept.loaded = await load({ ...args, request: new Request(new URL(kept.address, url)) })
        unreached.miss(kept.address)
        return kept.loaded
      }
    },
  }
  return keeper
}
