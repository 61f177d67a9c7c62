// Carries out what is planned at a place, as a server does, until a test kills it.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSite } from '../../../engine/node/index.ts'
import { openPostgres } from '../../storage/postgres/postgres.ts'
import { openSqlite } from '../../storage/sqlite/sqlite.ts'
import { openPlans } from '../plans.ts'
import { openStudio } from '../studio.ts'

const [, , folder = '', place = '', moment = '', deeds = ''] = process.argv
const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
const now = () => Number(moment)
const begun = await openSite(folders, { now })
if (!begun.ok) throw new Error('No site')
const opened = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
if (!opened.ok) throw new Error(opened.reason)
const studio = await openStudio({
  ...{ folders, folder: join(folder, 'studio'), live: begun.live, now, failed: console.error, isGuest: true },
  record: async ({ kind, release }) => appendFileSync(deeds, `${kind} ${release?.plan}\n`),
})
const { storage } = opened
const plans = openPlans({
  ...{ storage, studio, now, every: 10, failed: console.error },
  recording: () => storage,
  barred: async () => null,
})
console.log('begins')
await plans.tick()
