import { data, redirect } from 'react-router-dom'
import { control } from '#engine/form/journey'
import { carried } from '#engine/form/lead'
import { isSent, mainForm, type PageHost, placesIn, withTest } from '#engine/site'
import { addressAfter, takeLater, takeTurn } from '#web/forms'
import type { Answered } from '#web/page'

/**
 * Answers a step that was posted as HTML does. A browser that runs the page takes the turns of its forms itself
 * (web/navigation/press.ts).
 */
export async function act(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view } = await host.page(pathname, searchParams)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const places = placesIn(view, searchParams)
  const named = entries.findLast(([name]) => name === control.section)?.[1]
  const section = named ?? places[0]?.section ?? mainForm(view)?.id ?? ''
  const step = places.find((place) => place.section === section)?.step ?? ''
  const attribution = carried(view.attribution, entries, host.landing())
  const posted = { view, section, step, entries: () => entries, attribution, signal: request.signal }
  const outcome = (await takeLater(host, posted)) ?? (await takeTurn(host, posted))
  if (outcome.kind === 'gone') return data(null, 404)
  if (outcome.kind === 'leave') return redirect(withTest(outcome.path, outcome.test), 303)
  if (outcome.kind === 'show')
    return data<Answered>({ section, state: { attribution, ...outcome.state } }, outcome.status)
  if (outcome.redirect !== undefined) return redirect(outcome.redirect, 303)
  const address = addressAfter(view, places.filter(isSent), section, outcome.step)
  return redirect(withTest(address, outcome.test), 303)
}
