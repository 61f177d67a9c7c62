import { connectionId } from '#web/ui'

/** How long it is told that the connection is back, in ms. */
const toldFor = 5000

/** From now on the page says when its connection goes and comes: every page has the region for it (web/ui/Connection.tsx). */
export function tellConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (what: 'offline' | 'online' | null) => {
    const region = document.getElementById(connectionId)
    clearTimeout(timer)
    if (region) region.textContent = (what && region.dataset[what]) ?? ''
    if (what === 'online') timer = setTimeout(() => say(null), toldFor)
  }
  addEventListener('offline', () => say('offline'))
  addEventListener('online', () => say('online'))
  if (!navigator.onLine) say('offline')
}
