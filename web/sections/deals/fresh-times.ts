import { timeLeft, timeText } from './time-left.ts'

/** How often what is said is looked at again, in ms: nothing shorter than a minute is said. */
const interval = 15_000

let isKept = false

/**
 * Says of each deal on the page how long it lasts, in place of the day it ends, and keeps that true as time goes by. The
 * server names the day alone, so that a page can be kept and nothing differs when React takes it over.
 */
export function freshTimes(): void {
  if (!isKept) setInterval(draw, interval)
  isKept = true
  draw()
}

function draw(): void {
  const now = Date.now()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-day]')) {
    const { ends = '', ended = '', zone = 'UTC' } = time.closest<HTMLElement>('[data-ends]')?.dataset ?? {}
    const left = timeLeft(Date.parse(time.dateTime), now, zone)
    const when = left && timeText(left, document.documentElement.lang).replaceAll(/\s/g, '\u00a0')
    // Of hours and minutes everybody knows the day.
    const day = left?.unit === 'day' || left?.unit === 'month' ? ` (${time.dataset.day})` : ''
    const text = when === null ? ended : ends.replace('{when}', when) + day
    if (time.textContent !== text) time.textContent = text
  }
}
