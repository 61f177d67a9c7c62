/** How a request ended. `cancelled`: whoever asked would rather not know any more. */
export type Ending = 'done' | 'failed' | 'cancelled'

/** Is told of the requests that somebody waits for. */
export interface Traffic {
  began: () => void
  ended: (ending: Ending) => void
}

/** Changes a request before it leaves. */
export type Interceptor = (request: Request) => Request | Promise<Request>

export interface RequestOptions extends RequestInit {
  /** How long the whole answer may take, in ms. */
  timeout?: number
  /** Nobody waits for it, so no bar shows that it is on its way. */
  isQuiet?: boolean
}

/** Asks one server, in the name of the page: all requests of the browser's own code go through here. */
export class HttpClient {
  readonly #base: string
  readonly #interceptors = new Set<Interceptor>()
  readonly #traffic = new Set<Traffic>()
  #token: string | null = null

  /** @param base the address before every path, without a slash at its end; by default where the page came from */
  constructor(base = '') {
    this.#base = base
  }

  /** The bearer token that goes with every request from now on (RFC 6750, section 2.1); null for none. */
  authorize(token: string | null): void {
    this.#token = token
  }

  /** Interceptors run in the order in which they came. Returns what takes this one out again. */
  intercept(interceptor: Interceptor): () => void {
    this.#interceptors.add(interceptor)
    return () => void this.#interceptors.delete(interceptor)
  }

  /** Returns what ends the watch. */
  watch(traffic: Traffic): () => void {
    this.#traffic.add(traffic)
    return () => void this.#traffic.delete(traffic)
  }

  /**
   * Asks for an address and reads the answer, whatever its status.
   * @param path path and query: it never leads to another server
   * @throws what `fetch` throws when no answer comes (TimeoutError after `timeout`), and what `read` throws
   */
  async send<T>(path: string, asked: RequestOptions, read: (reply: Response) => T | Promise<T>): Promise<T> {
    if (!/^\/(?![/\\])/.test(path)) throw new TypeError(`${path} is no path`)
    const { timeout, isQuiet = false, signal = null, ...init } = asked
    const over = new AbortController()
    const cancel = () => over.abort(signal?.reason)
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel)
    const timer =
      timeout === undefined ? undefined : setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), timeout)
    const traffic = isQuiet ? [] : [...this.#traffic]
    for (const { began } of traffic) began()
    let ending: Ending = 'failed'
    try {
      const reply = await fetch(await this.#prepared(new Request(this.#base + path, { ...init, signal: over.signal })))
      const answer = await read(reply)
      if (reply.status < 500) ending = 'done'
      return answer
    } catch (error) {
      if (signal?.aborted) ending = 'cancelled'
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      for (const { ended } of traffic) ended(ending)
    }
  }

  async #prepared(request: Request): Promise<Request> {
    let prepared = request
    if (!prepared.headers.has('accept')) prepared.headers.set('accept', 'application/json, text/plain')
    if (this.#token !== null) prepared.headers.set('authorization', `Bearer ${this.#token}`)
    for (const interceptor of this.#interceptors) prepared = await interceptor(prepared)
    return prepared
  }
}

/** The client of the page. */
export const http = new HttpClient()
