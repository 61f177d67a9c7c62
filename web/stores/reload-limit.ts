import { type SafeStorage, safeStorage } from './safe-storage.ts'

/** A page is loaded anew by itself at most once in this time, in ms. */
const period = 60_000

/** The key under which the time of the last such load is kept, in ms since the epoch. */
export const reloadedKey = 'reloaded'

/**
 * Whether the page may be loaded anew because its code is gone; says so once a minute and tab. Where nothing can be kept
 * nobody knows when that was: then not after a reload.
 * @param now milliseconds since the epoch
 * @param isReloaded whether the page at hand came by a reload
 */
export function mayReload(storage: SafeStorage, now: number, isReloaded: boolean): boolean {
  const last = Number(storage.getItem(reloadedKey) ?? Number.NaN)
  // A clock that was set back says nothing of how long ago it was.
  if (Math.abs(now - last) < period) return false
  storage.setItem(reloadedKey, String(now))
  return storage.getItem(reloadedKey) === String(now) || !isReloaded
}

/** The same for the page at hand. */
export function mayReloadNow(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return mayReload(safeStorage('sessionStorage'), Date.now(), load?.type === 'reload')
}
