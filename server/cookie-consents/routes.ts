import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { contentHash, readSchemas } from '#engine/node'
import { askedCategories, askedRevision, type Brand, type Catalog, cookieList, servicesOf } from '#engine/site'
import type { CookieConsent } from '#schemas/generated/api/cookie-consent.ts'
import type { CookieConsentReceipt } from '#schemas/generated/api/cookie-consent-receipt.ts'
import type { CookieSettings } from '#schemas/generated/api/cookie-settings.ts'
import { problem, type RateLimit } from '#server/http'
import type { Storage } from '#server/storage'
import { isKeptText, recordChoice } from './choices.ts'

/** How long a choice counts where site.json does not say it, in days: half a year, as the French CNIL advises. */
const usualDays = 182

/** What the routes work with. */
interface Parts {
  catalog: () => Catalog
  storage: Storage
  registry: Registry
  limit: RateLimit
  /** Milliseconds since the epoch. */
  now: () => number
}

const querystring = {
  type: 'object',
  required: ['locale'],
  properties: { locale: { type: 'string', pattern: '^[a-z]{2}$' } },
}

/**
 * GET /api/v1/cookie-settings: what a visitor is asked. POST /api/v1/cookie-consents: what the visitor chose, recorded
 * under an id that only the browser knows; of the visitor's own address and browser nothing is kept.
 */
export function cookieConsentRoutes(app: FastifyInstance, { catalog, storage, registry, limit, now }: Parts): void {
  const choices = new Counter({
    name: 'leadwright_cookie_consents_total',
    help: 'Recorded choices in the cookie settings, by what was pressed.',
    labelNames: ['action'],
    registers: [registry],
  })
  const asked = (request: FastifyRequest, locale: string) => askedOf(catalog(), catalog().brandAt(request.host), locale)

  app.get<{ Querystring: { locale: string } }>(
    '/api/v1/cookie-settings',
    { schema: { querystring } },
    (request, reply) => {
      const found = asked(request, request.query.locale)
      if (!found) return problem(reply, 'nothing-to-consent')
      return reply.header('cache-control', 'no-cache').send(found.settings)
    },
  )

  const body = readSchemas()['api/cookie-consent.schema.json']
  // Counted before it is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-consents') : undefined

  app.post<{ Body: CookieConsent }>(
    '/api/v1/cookie-consents',
    { schema: { body }, onRequest },
    async (request, reply) => {
      const { id, number, action, categories, locale, text } = request.body
      const brand = catalog().brandAt(request.host)
      const known = askedCategories(catalog(), brand)
      const strange = categories.findIndex((category) => !known.includes(category))
      if (strange >= 0) {
        const message = 'Nothing here is of this category.'
        const errors = [{ pointer: `/categories/${strange}`, code: 'unknown', message }]
        return problem(reply, 'not-asked', { errors })
      }
      const shown = asked(request, locale)
      const isCurrent = shown?.settings.text === text
      if (!isCurrent && !(await isKeptText(storage, text))) return problem(reply, 'consent-text-changed')
      const row = { id, number, action, categories: JSON.stringify(categories), brand: brand.id, locale }
      const givenAt = new Date(now()).toISOString()
      const own = isCurrent ? shown.text : null
      const recorded = await recordChoice(storage, { ...row, text_hash: text, given_at: givenAt }, own)
      if (recorded.isNew) choices.inc({ action })
      const receipt: CookieConsentReceipt = { id, number, givenAt: recorded.givenAt }
      return reply
        .code(recorded.isNew ? 201 : 200)
        .header('cache-control', 'no-store')
        .send(receipt)
    },
  )
}

/** What visitors of a brand are asked, and the same as a text for the record. */
interface Asked {
  settings: CookieSettings
  text: string
}

/** null where the brand loads nothing that needs consent, or the site has no such language. */
function askedOf(catalog: Catalog, brand: Brand, locale: string): Asked | null {
  const revision = askedRevision(catalog, brand)
  if (revision === null || !Object.hasOwn(catalog.site.locales, locale)) return null
  const { categories: titles, purposes, kept: _, calculator: __, ...words } = catalog.consentWords(locale)
  const categories = (['necessary', ...askedCategories(catalog, brand)] as const).map((id) => ({
    ...{ id, ...titles[id] },
    services: servicesOf(catalog, brand)
      .filter(({ category }) => category === id)
      .map(({ what, company, hosts }) => `${purposes[what]}: ${company} (${hostNames(Object.values(hosts).flat())})`),
  }))
  const text = [
    ...[words.title, words.text, `[${words.accept}] [${words.reject}] [${words.choose}]`],
    ...categories.flatMap(({ title, text, services }) => ['', title, text, ...services]),
  ].join('\n')
  const askAgainAfterDays = catalog.site.cookieConsents?.askAgainAfterDays ?? usualDays
  const list = cookieList(catalog, brand.id, locale)
  return { text, settings: { locale, text: contentHash(text), revision, askAgainAfterDays, list, words, categories } }
}

function hostNames(origins: readonly string[]): string {
  return [...new Set(origins.map((origin) => origin.replace(/^\w+:\/\//, '')))].join(', ')
}
