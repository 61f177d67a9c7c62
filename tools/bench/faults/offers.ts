import { postgresServer } from '../../../server/storage/testing/postgres-server.ts'
import { offersUnderKills } from '../../../server/testing/offers-under-kills.ts'
import type { FaultTest } from '../fault-test.ts'

const size = { leads: 1000, kills: 12 }

export const faultTest: FaultTest = {
  name: 'offers',
  about: `${size.leads} leads ask three partners each, which hang, fail, answer twice and answer late, while servers are killed, on each engine`,
  async run() {
    const server = await postgresServer({ durable: true })
    try {
      const results = [
        await offersUnderKills({ ...size, postgres: null }),
        await offersUnderKills({ ...size, postgres: await server.database() }),
      ]
      const wrong = results.flatMap((result) => result.wrong)
      return { ok: wrong.length === 0, lines: [...results.flatMap(({ lines }) => lines), ...wrong.slice(0, 20)] }
    } finally {
      await server.remove()
    }
  },
}
