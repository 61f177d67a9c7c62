import type { createBrowserRouter } from 'react-router-dom'
import { carried } from '#engine/form/lead'
import { addressWith, mainForm, moved, type PageHost, withTest } from '#engine/site'
import { keepControls, type Outcome, sendingOf, takeTurn } from '#web/forms'
import type { Press } from '#web/page'
import type { PageKeeper } from './keep-page.ts'

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
          return router.navigate(withTest(outcome.path, outcome.test))
        }
        if (outcome.kind === 'go') {
          keeper.renew(section, isFocused(section))
          const address = withTest(addressWith(now, moved(places, section, outcome.step)), outcome.test)
          // What was done in its place stays in sight.
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

function isStopped(outcome: Outcome): boolean {
  return outcome.kind === 'show' && outcome.state.outcome === 'stopped'
}

/** Whether the visitor is at this form still, and not answering another one meanwhile. */
function isFocused(section: string): boolean {
  const form = document.activeElement?.closest('form')
  return !form || form.closest('section')?.id === section
}
