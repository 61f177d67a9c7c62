import { http } from '../http/http-client.ts'
import { isReachable } from '../http/reachable.ts'
import { safeStorage } from '../stores/safe-storage.ts'
import { isFormBegun } from './arrival.ts'
import { countryIn, type Located, sentOn } from './country-check.ts'
import { noteCountry } from './note-country.ts'
import { type PageAtHand, pageAtHand } from './page-at-hand.ts'
import { keepVisit, readVisit } from './visit/visit.ts'

const storage = safeStorage('sessionStorage')

/** How long a look-up may take, in ms. */
const patience = 5000

/** Where a visitor goes whose country cannot be looked up. */
const home = '/'

/** Sends visitors on to the language of their country, once a visit, and notes whether it is another than the page's. */
export async function checkCountry(): Promise<void> {
  const asked = pageAtHand()
  if (!asked.guards.includes('country')) noteCountry(asked)
  if (!asked.guards.includes('country') || isFormBegun()) return
  const known = readVisit(storage)?.country ?? null
  const country = known ?? (await lookUp())
  if (country === null) return missed()
  keepVisit(storage, { country })
  const page = pageAtHand()
  noteCountry(page)
  const path = sentOn(page, country, { hasChosen: hasChosen(page), wasMoved: readVisit(storage)?.wasMoved ?? true })
  if (path !== null && !isFormBegun()) leaveFor(path + location.search + location.hash)
}

/** The visitor's country, '' where it is unknown; null when nobody answers. */
function lookUp(): Promise<string | null> {
  return http
    .send('/geo/me', { timeout: patience, isQuiet: true }, async (reply) =>
      reply.status === 200 ? countryIn((await reply.json()) as Partial<Located>) : null,
    )
    .catch(() => null)
}

async function missed(): Promise<void> {
  keepVisit(storage, { country: '', isOtherCountry: false })
  // Whoever is leaving already, or has no connection, is left alone.
  if (location.pathname !== home && (await isReachable(home)) && !isFormBegun()) leaveFor(home)
}

/** Only where it is kept that this happened; otherwise it would happen again and again. */
function leaveFor(address: string): void {
  if (keepVisit(storage, { wasMoved: true })) location.assign(address)
}

/** Whether the visitor has chosen a language here, now or earlier. */
function hasChosen({ languages: { cookie } }: PageAtHand): boolean {
  const [name] = cookie.split('=')
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
}
