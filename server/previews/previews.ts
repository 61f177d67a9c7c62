import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localePath, type Site } from '#engine/site'
import type { ErrorRenderer } from '#server/http'
import type { KeyedHash } from '#server/storage'

/** For how long a preview address is good, in ms. */
export const previewTime = 24 * 60 * 60 * 1000

/** What a request may see: what is live, and with a preview opened to its browser the drafts too. */
export interface PreviewAccess {
  site: Site
  isPreview: boolean
  /** Whether what is sent in answers a draft, which makes a test lead. */
  answersDraft: (form: { id: string; locale: string }, page: string | null) => boolean
}

export type PreviewAccessOf = (request: FastifyRequest) => PreviewAccess

interface Preview {
  /** The site that is live. */
  site: () => Site
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** The site with the studio's draft of a form, by the form's id. */
  drafts: ReadonlyMap<string, Site>
}

const cookie = 'preview'

/** Tells what each request may see. */
export function previewAccessOf({ site, hash, now, drafts }: Preview): PreviewAccessOf {
  return ({ headers }) => {
    const open = site()
    const text = /(?:^|;\s*)preview=([\w.-]+)/.exec(headers.cookie ?? '')?.[1]
    const pass = text === undefined ? null : passIn(hash, text, now())
    if (pass === null) return { site: open, isPreview: false, answersDraft: () => false }
    if (pass.draft !== null)
      return { site: drafts.get(pass.draft) ?? open.authoring.withDrafts(), isPreview: true, answersDraft: () => true }
    return {
      site: open.authoring.withDrafts(),
      isPreview: true,
      answersDraft: (form, page) =>
        open.forms.version(form.id, form.locale) === null ||
        (page !== null && !page.startsWith('form:') && open.pages.all.every(({ id }) => id !== page)),
    }
  }
}

/** GET /preview/…: opens drafts to this browser until the address expires, and leads on to the one that is meant. */
export function previewRoutes(app: FastifyInstance, { site, hash, now, drafts }: Preview, errors: ErrorRenderer): void {
  const query = { type: 'object', required: ['pass'], properties: { pass: { type: 'string', maxLength: 100 } } }
  const params = { type: 'object', properties: { kind: { enum: ['form', 'page'] } } }
  app.get<{ Params: { kind: Previewed; id: string }; Querystring: { pass: string } }>(
    '/preview/:kind/:id',
    { schema: { params, querystring: query }, attachValidation: true },
    (request, reply) => {
      const { kind, id } = request.params
      const pass = request.validationError ? null : passIn(hash, request.query.pass, now())
      const shown = drafts.get(pass?.draft ?? '') ?? site().authoring.withDrafts()
      const address = pass === null ? null : addressIn(shown, kind, id)
      if (pass === null || address === null) return errors.send(request, reply, 404)
      const secure = request.protocol === 'https' ? '; Secure' : ''
      const age = Math.floor((pass.until - now()) / 1000)
      reply.header(
        'set-cookie',
        `${cookie}=${request.query.pass}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
      )
      return unseen(reply).redirect(address, 303)
    },
  )
}

/** The address of a form or page, drafts included: in its first language; null when there is none. */
export function addressIn(site: Site, kind: Previewed, id: string): string | null {
  const { definition } = site
  const locales = Object.keys(definition.locales)
  if (kind === 'page')
    return locales.map((locale) => site.pages.pathOf(id, locale)).find((path) => path !== null) ?? null
  const locale = locales.find((each) => site.forms.version(id, each) !== null)
  return locale === undefined ? null : localePath(definition, `/forms/${id}`, locale)
}

/** Keeps an answer with drafts from caches and search engines. */
export function unseen(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
}

/** What can be previewed, as in /preview/form/solar. */
export type Previewed = 'form' | 'page'

/**
 * The path of a preview, which lets all who have it see drafts until a moment.
 * @param until ms since the epoch
 * @param draft what the studio's draft that it shows is edited under; null for none
 */
export function previewPath(hash: KeyedHash, kind: Previewed, id: string, until: number, draft: string | null = null) {
  return `/preview/${kind}/${id}?pass=${previewPass(hash, until, draft)}`
}

/** What a browser keeps to see drafts until a moment: all that are in the folders, or the studio's draft of a form. */
export function previewPass(hash: KeyedHash, until: number, draft: string | null): string {
  const said = draft === null ? until.toString(36) : `${until.toString(36)}-${draft}`
  return `${said}.${signature(hash, said)}`
}

/** What a pass shows, and until when, in ms since the epoch; null when it is not good. */
function passIn(hash: KeyedHash, pass: string, now: number): { until: number; draft: string | null } | null {
  // What is previewed may have a dot in its id.
  const [, said = '', signed = ''] = /^(.*)\.([^.]*)$/.exec(pass) ?? []
  const expected = Buffer.from(signature(hash, said))
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [, time = '', draft = null] = /^([^-]+)(?:-(.+))?$/.exec(said) ?? []
  const until = Number.parseInt(time, 36)
  return until > now ? { until, draft } : null
}

function signature(hash: KeyedHash, said: string): string {
  return hash('preview', said)
}
