import { http } from './http-client.ts'

/** How long it may take, in ms: a sign-up waits for it, and does without it. */
const deadlineMs = 3000

/** The address that this browser is seen at; undefined where nobody says so in time. */
export async function ownAddress(signal: AbortSignal): Promise<string | undefined> {
  const asked = { timeout: deadlineMs, isQuiet: true, signal }
  try {
    const { ip } = await http.send('/myipaddress', asked, (reply) => reply.json() as Promise<{ ip?: unknown }>)
    return typeof ip === 'string' && ip.length <= 45 ? ip : undefined
  } catch {
    return undefined
  }
}
