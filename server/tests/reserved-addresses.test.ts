import { expect, test } from 'vitest'
import { reservedAddresses } from '../../engine/site/addresses/paths.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

test('pages may stand everywhere but where the server answers itself', async () => {
  const { app, site } = await appOn(await temporaryStorage())
  // What stands at the left edge of the tree begins an address.
  const routes = app.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── \/([^/\s]+)/gmu)
  const answered = new Set([...routes].map(([, first]) => first))
  // The tree shows it as a branch of /shopping-deals.
  if (app.hasRoute({ method: 'GET', url: '/shopping-deals-by-title' })) answered.add('shopping-deals-by-title')
  // What takes all below it is not told apart from the one route that takes every address, as each form's own page.
  for (const first of ['assets', 'geo']) if (app.hasRoute({ method: 'GET', url: `/${first}/*` })) answered.add(first)
  if (site.pages.at(site.definition.brand, '/forms/home-insurance')) answered.add('forms')
  expect([...answered].sort()).toEqual(reservedAddresses)
})
