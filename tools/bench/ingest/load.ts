import { join } from 'node:path'
import { type Fired, fire } from '../fire.ts'

// The tests' own answers, which belong to no build.
const { validAnswers } = await import(join(import.meta.dirname, '../../../server/testing/running-server.ts'))

/** How hard and how long: `duration` in seconds, `connections` that each send the next lead once the last is answered. */
export interface Load {
  duration: number
  connections: number
}

/** Posts the lead of another visitor each time. Throws when any is refused. */
export async function post(url: string, load: Load): Promise<Fired> {
  const result = await fire({
    url,
    ...load,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // What is sent to one address waits for what was sent to it before: each lead has its own.
    idReplacement: true,
    body: JSON.stringify({
      form: 'home-insurance',
      locale: 'en',
      answers: { ...validAnswers, email: 'ada+[<id>]@example.com' },
    }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = Object.keys(result.statusCodeStats ?? {}).join(', ')
    throw new Error(`${result.non2xx + result.errors} posts failed (statuses: ${statuses})`)
  }
  return result
}
