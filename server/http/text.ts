import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProblemError } from '#schemas/generated/api/problem.ts'
import { pointerPart } from './problem.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'

/** What came in is no text, so that it can neither be kept nor passed on. */
export class UnreadableText extends Error {
  readonly problem: ProblemCode
  readonly errors: ProblemError[] | undefined

  constructor(problem: ProblemCode, errors?: ProblemError[]) {
    super(problemTable[problem].detail)
    this.problem = problem
    this.errors = errors
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body as text. @throws UnreadableText unless it is UTF-8 and does not claim to be anything else */
function readText({ headers }: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new UnreadableText('charset-not-utf-8')
  try {
    return utf8.decode(body)
  } catch {
    throw new UnreadableText('body-not-utf-8')
  }
}

/** A form's body as browsers post it. @throws UnreadableText when it, or what it holds in escapes, is no UTF-8 */
export function readForm(request: FastifyRequest, body: Buffer): string {
  const text = readText(request, body)
  try {
    if (decodeURIComponent(text).includes('\0')) throw new URIError()
  } catch {
    throw new UnreadableText('form-not-text')
  }
  return text
}

/** A body of multipart/form-data as the same fields urlencoded; files are left out. @throws UnreadableText when it is none */
export async function urlencoded({ headers }: FastifyRequest, body: Buffer): Promise<Buffer> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new UnreadableText('body-not-form')
  })
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return Buffer.from(new URLSearchParams(fields).toString())
}

/**
 * Everything that comes in as text is text: bodies are UTF-8, and no value, key or part of an address holds NUL or half a
 * character, which databases and partners' programs refuse.
 */
export function takeOnlyText(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = readText(request, body as Buffer)
      // Only an escape can smuggle anything else in, and hardly any body holds one.
      request.mayHoldOddities = /\\u(?:0000|[dD][89a-fA-F])/.test(text)
      parseJson(request, text, done)
    } catch (error) {
      done(error as Error)
    }
  })
  app.decorateRequest('mayHoldOddities', false)
  app.addHook('preValidation', (request, _, done) => {
    if (oddity(request.params) !== null || oddity(request.query) !== null)
      return done(new UnreadableText('unreadable-address'))
    const pointer = request.mayHoldOddities ? oddity(request.body) : null
    if (pointer === null) return done()
    const message = 'This holds a character that no text has: NUL, or half of a surrogate pair.'
    done(new UnreadableText('body-not-text', [{ pointer, code: 'text', message }]))
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the body has escapes that may stand for no character. */
    mayHoldOddities: boolean
  }
}

/** Where something stands that is no text, as a JSON Pointer; null where all is well. However deep, without recursion. */
function oddity(value: unknown): string | null {
  const open: [pointer: string, value: unknown][] = [['', value]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [pointer, inner] = next
    if (typeof inner === 'string' && !isText(inner)) return pointer
    if (typeof inner !== 'object' || inner === null) continue
    for (const [key, each] of Object.entries(inner)) {
      // An odd name is not repeated.
      if (!isText(key)) return pointer
      open.push([pointer + pointerPart(key), each])
    }
  }
  return null
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
