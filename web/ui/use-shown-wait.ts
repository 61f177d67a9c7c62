import { useEffect, useState } from 'react'
import { restOfWait } from '#web/stores'

/** Whether to show that somebody waits: not for a moment, and no shorter than a moment. */
export function useShownWait(isWaiting: boolean): boolean {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const rest = restOfWait(isWaiting, since, performance.now())
    if (rest === null) return
    const timer = setTimeout(() => setSince(isWaiting ? performance.now() : null), rest)
    return () => clearTimeout(timer)
  }, [isWaiting, since])
  return since !== null
}
