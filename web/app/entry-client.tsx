import { lazy, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { addKinds, upTo } from '#engine/form/model'
import { addressWith, isOfFrame, mainForm, moved, placesIn } from '#engine/site'
import { goesOn, loadSending } from '#web/forms'
import { onReport } from '#web/http'
import { browserHost, followLinks, followTraffic, pressed, stayOnPage, whenIdle } from '#web/navigation'
import { type Browser, BrowserContext, readSeed, ShellContext, seedId } from '#web/page'
import { fetchParts, loadRouter } from '#web/shims'
import { connection, keptParameter, root, subscription } from '#web/stores'
import { LastResort } from './Document.tsx'
import { loadForms, loadParts, routes } from './routes.tsx'

const ErrorPage = lazy(async () => ({ default: (await import('./faults/ErrorPage.tsx')).ErrorPage }))

/**
 * Makes the page of the document React's. No module waits for this: what it loads imports the file that this is built into.
 */
export async function begin(): Promise<void> {
  const seed = document.getElementById(seedId)?.textContent ?? ''
  const { page, answered, assets } = readSeed(seed)
  const { view, forms } = page
  const host = browserHost(page)

  // Asked before anything can be typed: what is typed from now on is a draft too, and not one to come back to.
  const drafted = Object.entries(forms).filter(
    ([section, { version }]) =>
      section !== answered && host.drafts.find({ page: view.id, section }, version.form) !== null,
  )
  // Who comes back after closing the tab goes on at the step that was left.
  const named = placesIn(view, new URLSearchParams(location.search))
  const places = drafted.reduce((all, [section, { version }]) => {
    const { step } = host.drafts.find({ page: view.id, section }, version.form) ?? {}
    const isElsewhere = step !== undefined && step !== version.form.steps[0]?.id
    return isElsewhere && all.every((place) => place.section !== section) ? moved(all, section, step) : all
  }, named)

  if (assets.own !== undefined) addKinds((await import(/* @vite-ignore */ assets.own)).kinds)
  const sendsHere = Object.entries(forms).some(
    ([section, { version }]) => !isOfFrame(section) && version.form.steps.length === 1,
  )
  // Of the steps that follow the one at hand nothing is needed yet.
  const begun = Object.values(forms).map(({ version: { form }, turn }) => upTo(form, turn.step))
  await Promise.all(
    mainForm(view)
      ? [loadForms(view, begun, Object.values(forms).some(goesOn)), sendsHere && loadSending()]
      : [loadParts(view), fetchParts(begun)],
  )
  const [route] = routes(() => host)
  const keeper = stayOnPage(route.loader, {
    ...page,
    // A draft is not what the server has drawn.
    forms: Object.fromEntries(
      Object.entries(forms).filter(([section]) => !drafted.some(([other]) => other === section)),
    ),
    places: named,
  })
  const viewAtHand = () => keeper.atHand().view
  const errorElement = <ErrorPage viewAtHand={viewAtHand} />
  const router = createBrowserRouter([{ ...route, loader: keeper.load, errorElement }], {
    hydrationData: { loaderData: { page } },
  })
  // On a form page it waits until answers can be judged; to any other page the app comes because a link is about to be used.
  const hurry = () => void Promise.all([loadRouter(), loadParts(view)]).catch(() => {})
  if (!mainForm(view)) hurry()
  let isJudging = false
  const browser: Browser = {
    ...host,
    press: pressed(host, keeper, router),
    async judges(version, last) {
      const found = await host.judges(version, last)
      // Answers can be judged: what else the page needs comes when the browser is idle.
      if (!isJudging) {
        isJudging = true
        performance.mark('judges')
        whenIdle(hurry)
      }
      return found
    },
  }
  const follow = () => {
    connection.follow()
    followLinks(router)
    followTraffic(router)
    subscription.begin(keptParameter(view.attribution[0] ?? ''))
    // Who loads a page again has seen it before.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (load?.type === 'navigate')
      for (const [section, { key, visit, outcome, version, turn }] of Object.entries(forms))
        if ((visit ?? key === null) && outcome === 'open' && !isOfFrame(section)) host.shown(version, turn.step)
    // Who comes back to forms in progress goes on where they were.
    if (places !== named) void router.navigate(addressWith(view, places), { replace: true, preventScrollReset: true })
    else if (drafted.length > 0) void router.revalidate()
  }
  onReport(root.fail)
  // As a transition it is done in slices, and what is tapped meanwhile is not kept waiting.
  startTransition(() => {
    hydrateRoot(
      document,
      <ShellContext value={{ ...assets, seed }}>
        <BrowserContext value={browser}>
          <LastResort viewAtHand={viewAtHand}>
            <RouterProvider router={router} />
            <Hydrated follow={follow} />
          </LastResort>
        </BrowserContext>
      </ShellContext>,
    )
  })
}

/** Runs when the page is React's: what changed it earlier would not be what the server rendered. */
function Hydrated({ follow }: { follow: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(follow, [])
  return null
}
