import { newestLeadAt } from '#server/leads'
import { keepSetting, type Storage, setting } from '#server/storage'

const day = 24 * 60 * 60 * 1000

/** Servers look for expired leads every hour; none rests for so many days. */
const mostDays = 7

const name = 'retention ran'

/**
 * Why the clock had better not decide what is erased; null when nothing speaks against it. It is compared with the last
 * run, whose time only moves when it is plausible, so that leads which come under a wrong clock prove nothing.
 * @param now milliseconds since the epoch
 */
export async function clockDoubt(storage: Storage, now: number): Promise<string | null> {
  const run = await setting(storage, name)
  const last = run ?? (await newestLeadAt(storage))
  if (last === null) return null
  const days = Math.round((now - Date.parse(last)) / day)
  if (Math.abs(days) <= mostDays) return null
  const since = run !== null ? 'when old leads were last looked for' : 'when the newest lead came'
  return (
    `The clock says ${new Date(now).toISOString()}, ${Math.abs(days)} days ${days > 0 ? 'after' : 'before'} ${since}: ` +
    'no lead is erased for its age. If the clock is right, say so with `npx leadwright leads expire --yes`.'
  )
}

/** Writes down that the clock was believed. */
export async function believeClock(storage: Storage, now: number): Promise<void> {
  await keepSetting(storage, name, new Date(now).toISOString())
}
