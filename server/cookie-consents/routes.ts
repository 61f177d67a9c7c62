import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { contentHash, readSchemas } from '#engine/node'
import { askedCategories, askedRevision, type Brand, cookieList, type Site, servicesOf } from '#engine/site'
import type { CookieConsent } from '#schemas/generated/api/cookie-consent.ts'
import type { CookieConsentReceipt } from '#schemas/generated/api/cookie-consent-receipt.ts'
import type { CookieSettings } from '#schemas/generated/api/cookie-settings.ts'
import { type ApiFragment, json, problem, problems, type RateLimit } from '#server/http'
import type { Storage } from '#server/storage'
import { compile, queries } from '#server/storage'

const db = queries.withTables<{ cookie_consents: CookieConsentRow; cookie_consent_texts: CookieConsentTextRow }>()

/** How long a record is kept where site.json does not say it, in days: three years. */
const usualRecordDays = 1095

const day = 24 * 60 * 60 * 1000

const id = '3f2b8c1e-5a4d-4c6f-9e7a-1b2c3d4e5f60'

export const cookieConsentsApi: ApiFragment = {
  '/api/v1/cookie-settings': {
    get: {
      tags: ['Cookie consents'],
      summary: 'Get the cookie settings',
      description: 'The text of the cookie settings of the brand of this host.',
      parameters: [
        {
          ...{ name: 'locale', in: 'query', required: true },
          schema: { type: 'string', pattern: '^[a-z]{2}$' },
          example: 'en',
        },
      ],
      responses: {
        200: json('The cookie settings.', 'cookie-settings', {}),
        404: problems('This host has no cookie settings, or not in this language.'),
      },
    },
  },
  '/api/v1/cookie-consents': {
    post: {
      tags: ['Cookie consents'],
      summary: 'Record a choice',
      description:
        'Records a choice durably under a random id of the browser. The same id and number sent again is the same choice.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '/schemas/api/cookie-consent.schema.json' },
            example: { id, number: 1, action: 'choose', categories: ['analytics'], locale: 'en', text: '2f9a0c7d1e' },
          },
        },
      },
      responses: {
        200: json('The same choice again; it was already recorded.', 'cookie-consent-receipt', {}),
        201: json('Recorded durably.', 'cookie-consent-receipt', {
          id,
          number: 1,
          givenAt: '2026-11-20T10:00:00.000Z',
        }),
        409: problems('The text has changed, and this one was never shown.'),
        422: problems('The request has the wrong shape, or names an unknown category.'),
        429: problems('Too many requests from this address in a minute.'),
        503: problems('Storage is unavailable. The choice was not recorded.'),
      },
    },
  },
}

/** How long a choice counts where site.json does not say it, in days: half a year, as the French CNIL advises. */
const usualDays = 182

/** What the routes work with. */
interface Parts {
  site: () => Site
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
export function cookieConsentRoutes(app: FastifyInstance, { site, storage, registry, limit, now }: Parts): void {
  const choices = new Counter({
    name: 'leadwright_cookie_consents_total',
    help: 'Recorded choices in the cookie settings, by button pressed.',
    labelNames: ['action'],
    registers: [registry],
  })
  const asked = (request: FastifyRequest, locale: string) => askedOf(site(), site().brands.at(request.host), locale)

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
      const brand = site().brands.at(request.host)
      const known = askedCategories(site(), brand)
      const strange = categories.findIndex((category) => !known.includes(category))
      if (strange >= 0) {
        const message = 'This category is not used here.'
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
function askedOf(site: Site, brand: Brand, locale: string): Asked | null {
  const revision = askedRevision(site, brand)
  if (revision === null || !Object.hasOwn(site.definition.locales, locale)) return null
  const { categories: titles, purposes, kept: _, calculator: __, ...words } = site.texts.consent(locale)
  const categories = (['necessary', ...askedCategories(site, brand)] as const).map((id) => ({
    ...{ id, ...titles[id] },
    services: servicesOf(site, brand)
      .filter(({ category }) => category === id)
      .map(
        ({ purpose, company, hosts }) => `${purposes[purpose]}: ${company} (${hostNames(Object.values(hosts).flat())})`,
      ),
  }))
  const text = [
    ...[words.title, words.text, `[${words.accept}] [${words.reject}] [${words.choose}]`],
    ...categories.flatMap(({ title, text, services }) => ['', title, text, ...services]),
  ].join('\n')
  const askAgainAfterDays = site.definition.cookieConsents?.askAgainAfterDays ?? usualDays
  const list = cookieList(site, brand.id, locale)
  return { text, settings: { locale, text: contentHash(text), revision, askAgainAfterDays, list, words, categories } }
}

function hostNames(origins: readonly string[]): string {
  return [...new Set(origins.map((origin) => origin.replace(/^\w+:\/\//, '')))].join(', ')
}

/** What a visitor chose in the cookie settings; `number` counts the choices of an id, `categories` is JSON text. */
interface CookieConsentRow {
  id: string
  number: number
  action: 'accept' | 'reject' | 'choose'
  categories: string
  brand: string
  locale: string
  text_hash: string
  given_at: string
}

/** A text that visitors were shown before they chose. */
interface CookieConsentTextRow {
  hash: string
  text: string
}

/** What a visitor chose, with the text that was shown. */
export type Choice = CookieConsentRow & { text: string | null }

/**
 * Records a choice, with its text where that is new.
 * @returns when it was recorded: before now where the same was recorded already
 */
export async function recordChoice(
  storage: Storage,
  row: CookieConsentRow,
  text: string | null,
): Promise<{ isNew: boolean; givenAt: string }> {
  const insert = db.insertInto('cookie_consents').values(row)
  const [, inserted = [], known = []] = await storage.atomic([
    compile(
      text === null
        ? db.selectFrom('cookie_consent_texts').select('hash').where('hash', '=', row.text_hash)
        : db
            .insertInto('cookie_consent_texts')
            .values({ hash: row.text_hash, text })
            .onConflict((conflict) => conflict.doNothing()),
    ),
    compile(insert.onConflict((conflict) => conflict.doNothing()).returning('given_at')),
    compile(
      db.selectFrom('cookie_consents').select('given_at').where('id', '=', row.id).where('number', '=', row.number),
    ),
  ])
  return { isNew: inserted.length > 0, givenAt: String(known[0]?.given_at) }
}

/** Whether a text was shown to somebody before, and is kept. */
async function isKeptText(storage: Storage, hash: string): Promise<boolean> {
  const select = db.selectFrom('cookie_consent_texts').select('hash').where('hash', '=', hash)
  const [rows = []] = await storage.read([compile(select)])
  return rows.length > 0
}

/** All that was chosen under an id, oldest first. */
export async function choicesOf(storage: Storage, id: string): Promise<Choice[]> {
  const select = db
    .selectFrom('cookie_consents')
    .leftJoin('cookie_consent_texts', 'hash', 'text_hash')
    .selectAll('cookie_consents')
    .select('text')
    .where('id', '=', id)
    .orderBy('number')
  const [rows = []] = await storage.read([compile(select)])
  return rows as unknown as Choice[]
}

/** Erases what was chosen too long ago. Texts stay: they are nobody's. @param now milliseconds since the epoch */
export async function eraseOldChoices(storage: Storage, days = usualRecordDays, now: number): Promise<void> {
  const before = new Date(now - days * day).toISOString()
  await storage.atomic([compile(db.deleteFrom('cookie_consents').where('given_at', '<', before))])
}
