import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { ThirdParty } from '#engine/site'

/** Where anything in a page may come from: here. No inline script or style, no eval, no frame around it. */
const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** The same policy as header text, for replies that Fastify does not build. */
export const contentSecurityPolicy = policyText(directives)

/** What kinds of hosts a script names, and the directive of each. */
const directiveOf = {
  script: 'script-src',
  connect: 'connect-src',
  frame: 'frame-src',
  image: 'img-src',
  style: 'style-src',
  font: 'font-src',
} as const satisfies Record<keyof ThirdParty['hosts'], string>

/**
 * The header text of a page: its own policy, and the hosts of what it may load from others.
 * @param leadsTo the origins that its forms lead to: browsers hold what a posted form redirects to against it, too
 */
export function pagePolicy(scripts: readonly Pick<ThirdParty, 'hosts'>[], leadsTo: readonly string[] = []): string {
  if (scripts.length + leadsTo.length === 0) return contentSecurityPolicy
  const allowed = Object.entries(directiveOf).flatMap(([kind, name]) => {
    const hosts = new Set(scripts.flatMap(({ hosts }) => hosts[kind as keyof ThirdParty['hosts']] ?? []))
    const own: readonly string[] = name === 'frame-src' ? [] : directives[name as keyof typeof directives]
    return hosts.size > 0 ? [[name, [...own, ...hosts]] as const] : []
  })
  const action = { 'form-action': [...directives['form-action'], ...leadsTo] }
  return policyText({ ...directives, ...Object.fromEntries(allowed), ...action })
}

function policyText(policy: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Security headers of all replies of a scope; those of visitors' pages where nothing else is said. Helmet reads them once. */
export function securityHeaders(app: FastifyInstance, options: HelmetOptions = ofPages): void {
  const apply = helmet(options)
  app.addHook('onRequest', (request, reply, next) =>
    apply(request.raw, reply.raw, (error) => next(error as Error | undefined)),
  )
}

const ofPages: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // The proxy in front ends TLS and knows for how long it will.
  strictTransportSecurity: false,
}

/** An answer as it was sent before: all its headers, names and values in turn, and its bytes. */
export interface ReadyAnswer {
  headers: string[]
  bytes: Buffer
}

/** The answer that earlier requests got; null if there is none, or if this request needs another. */
type FindAnswer = (request: FastifyRequest) => ReadyAnswer | null

/**
 * Answers GET requests whose answer is ready, before the hooks that are added later, which would set the same headers again.
 * @returns sets the function that finds answers
 */
export function readyAnswers(app: FastifyInstance): (find: FindAnswer) => void {
  let findAnswer: FindAnswer = () => null
  app.addHook('onRequest', (request, reply, done) => {
    const answer = request.method === 'GET' ? findAnswer(request) : null
    if (answer) reply.hijack().raw.writeHead(200, answer.headers).end(answer.bytes)
    else done()
  })
  return (find) => {
    findAnswer = find
  }
}
