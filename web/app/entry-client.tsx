import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { browserHost } from '../api/browser-host.ts'
import { followLinks } from '../api/follow-links.ts'
import { keepPage } from '../api/keep-page.ts'
import { connection } from '../stores/connection.ts'
import { Broken } from './Broken.tsx'
import type { FormState } from './page-data.ts'
import { loadParts, routes } from './routes.tsx'
import { readSeed, seedId } from './seed.ts'
import { BrowserContext, ShellContext } from './shell.ts'

const seed = document.getElementById(seedId)?.textContent ?? ''
const { hydration, page, assets } = readSeed(seed)
const { view, form } = page
const answered: FormState | undefined = hydration.actionData?.page
const host = browserHost(view, answered?.version)

// Asked before anything can be typed: what is typed from now on is a draft too, and not one to come back to.
const comesBack = form !== null && !hydration.actionData && host.drafts.find(form.version.form) !== null

await loadParts(view)
const [route] = routes(() => host)
const keeper = keepPage(route.loader, page)
const errorElement = <Broken viewAtHand={() => keeper.atHand().view} />
const router = createBrowserRouter([{ ...route, loader: keeper.load, errorElement }], { hydrationData: hydration })
hydrateRoot(
  document,
  <ShellContext value={{ ...assets, seed }}>
    <BrowserContext value={host}>
      <RouterProvider router={router} />
      <Hydrated />
    </BrowserContext>
  </ShellContext>,
)

/** Runs when the page is React's: what changed it earlier would not be what the server rendered. */
function Hydrated() {
  useEffect(() => {
    connection.follow()
    followLinks(router)
    if (form?.key === null && form.outcome === 'open') host.shown(form.version, form.turn.step)
    // Who comes back to a form in progress goes on where it was.
    if (comesBack) void router.revalidate()
  }, [])
  return null
}
