import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// It has no types.
// @ts-expect-error
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** Requests like a browser's: cookies are kept by host, and redirects are answers. */
export function cookieJar() {
  const jars = new Map<string, Map<string, string>>()
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }
}

/**
 * A real OpenID Connect provider on loopback, which knows whoever says a name.
 * @param redirectUri of its one client, `console` with the secret `secret`
 * @param roles what it says of people, by name
 */
export async function identityProvider(redirectUri: string, roles: Record<string, string[]>): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'console', client_secret: 'secret', redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'roles'], email: ['email'], profile: ['name'] },
    cookies: { keys: ['key'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, name: id, roles: roles[id] ?? [] }),
    }),
  })
  server.on('request', provider.callback())
  onTestFinished(() => void server.close())
  return issuer
}

/** Signs in at the provider and agrees. @returns where it leads back to */
export async function signInAt(browse: ReturnType<typeof cookieJar>, location: string, name: string): Promise<string> {
  let at = location
  for (let steps = 0; steps < 12; steps++) {
    const reply = await browse(at)
    const next = reply.headers.get('location')
    if (next !== null) {
      at = new URL(next, at).href
      if (new URL(at).pathname === '/sign-in/openid/return') return at
      continue
    }
    const page = await reply.text()
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    const [, action = at] = /action="([^"]+)"/.exec(page) ?? []
    const body = new URLSearchParams({ prompt, login: name, password: 'x' })
    const posted = await browse(new URL(action, at).href, { method: 'POST', body })
    at = new URL(posted.headers.get('location') ?? '', at).href
  }
  throw new Error('The provider led nowhere.')
}
