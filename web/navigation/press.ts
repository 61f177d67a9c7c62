import type { createBrowserRouter } from 'react-router-dom'
import { type LoaderFunctionArgs, data as loaderData } from 'react-router-dom'
import { carried } from '#engine/form/lead'
import { addressWith, mainForm, moved, type PageHost, withTest } from '#engine/site'
import {
  continued,
  goesOn,
  keepControls,
  loadFormParts,
  movedForms,
  sendingOf,
  type TurnOutcome,
  takeTurn,
  unreached,
} from '#web/forms'
import { isReachable } from '#web/http'
import type { Press } from '#web/page'
import { type Answered, type PageData, UnknownPart, withAnswered } from '#web/page'
import { mayReloadNow } from '#web/stores'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'revalidate'>

/** Takes the turns of the forms of the page at hand, each for itself: while one is sent, the others go on. */
export function pressed(host: PageHost, keeper: PageKeeper, router: Router): (press: Press) => Promise<void> {
  // What follows from turns is drawn one after the other: each address goes on from the one before.
  let drawn = Promise.resolve()
  return async ({ section, step, go, entries }) => {
    const sending = sendingOf(section)
    const signal = sending.begin(go)
    const { view } = keeper.atHand()
    try {
      const attribution = carried(view.attribution, entries(), host.landing())
      const take = () => takeTurn(host, { view, section, step, entries, attribution, signal })
      let outcome = await take()
      while (isStopped(outcome) && sending.wasWantedAgain()) outcome = await take()
      const own = drawn.then(async () => {
        const { forms, places, view: now } = keeper.atHand()
        if (signal.aborted || now.path !== view.path) return
        if (outcome.kind === 'gone') {
          sending.settle()
          return router.revalidate()
        }
        if (outcome.kind === 'leave') {
          sending.settle()
          keeper.show({ section, state: outcome.state })
          return router.navigate(withTest(outcome.path, outcome.test))
        }
        if (outcome.kind === 'go') {
          keeper.renew(section, isFocused(section))
          const address = withTest(addressWith(now, moved(places, section, outcome.step)), outcome.test)
          // What was done in its place stays in access.
          const preventScrollReset = mainForm(now)?.id !== section
          await router.navigate(address, {
            preventScrollReset,
            replace: address === location.pathname + location.search,
          })
          // Behind stand the thanks, so that Back sends nothing again.
          if (outcome.redirect) location.assign(outcome.redirect)
          return
        }
        const { state } = outcome
        if (goesOn(state)) await loadFormParts(view, true).catch(() => {})
        const turn = forms[section]?.turn
        const isLeft = isStopped(outcome)
        // What was judged stays on the screen, with what was typed since.
        const isSame = state.turn.step === turn?.step && !state.turn.end && state.outcome !== 'changed'
        if (turn && isSame && go === 'on') keepControls(turn, state.turn)
        // Answers that are no longer sent stay on the screen as they stand, with what was typed meanwhile.
        keeper.show({ section, state: { ...state, arrives: isFocused(section), ...(isLeft && turn && { turn }) } })
        if (isLeft) sending.settle()
        return router.revalidate()
      })
      drawn = own.catch(() => {})
      await own
    } catch (error) {
      sending.settle()
      throw error
    }
  }
}

function isStopped(outcome: TurnOutcome): boolean {
  return outcome.kind === 'show' && outcome.state.outcome === 'stopped'
}

/** Whether the visitor is at this form still, and not answering another one meanwhile. */
function isFocused(section: string): boolean {
  const form = document.activeElement?.closest('form')
  return !form || form.closest('section')?.id === section
}

/** What React Router takes for a page; an object that merely looks like it would be one itself. */
type Loaded = ReturnType<typeof loaderData<PageData>>

type Load = (args: LoaderFunctionArgs) => Promise<Loaded>

/** The page on the screen, and the loader that keeps it there until another one has come. */
interface PageKeeper {
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
export function stayOnPage(load: Load, first: PageData): PageKeeper {
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
        // The same is so for one whose buttons lead to partners.
        if (loaded.data.results && loaded.data.view.path !== kept.loaded.data.view.path) return leaveFor(url)
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
