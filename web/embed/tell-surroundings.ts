import { listen } from '#web/consent'
import type { Message } from './message.ts'

/** What of the page's seed (web/page/seed.ts) is read here: to import its code would cost all pages a request. */
interface Seed {
  view: {
    title: string
    embed: { origins: readonly string[] }
    sections: readonly { form?: { steps: readonly { id: string }[] } }[]
  }
}

/** Tells the page around the frame how high its content is, and how far the form has got. */
export function tellSurroundings(): void {
  if (parent === window) return
  const { view } = JSON.parse(document.getElementById('page-seed')?.textContent ?? '') as Seed
  const origins = surroundings(view.embed.origins, location, document.referrer)
  const tell = (message: Message) => {
    for (const origin of origins) parent.postMessage(message, origin)
  }
  // Where something else stands in place of the form, nothing is ready, and the frame is called by what stands there.
  const { title } = view
  const isForm = view.sections.length > 0
  if (isForm) tell({ leadwright: 'ready', title })
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    tell({ leadwright: 'height', height, ...(!isForm && { title }) })
  }).observe(document.body)
  if (!isForm) return
  addEventListener('input', () => tell({ leadwright: 'begun' }), { once: true })
  listen('leadwright:lead-sent', () => tell({ leadwright: 'sent' }))
  // It was sent before the app was there.
  if (!stepOnScreen() && isJustSent()) tell({ leadwright: 'sent' })

  const steps = view.sections.flatMap(({ form }) => form?.steps.map(({ id }) => id) ?? [])
  let [told = ''] = steps
  const follow = () => {
    const step = stepOnScreen()
    if (!step || step === told) return
    told = step
    tell({ leadwright: 'step', step, number: steps.indexOf(step) + 1 })
  }
  follow()
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ['action'] }
  new MutationObserver(follow).observe(document.body, changes)
}

/** The step that a press of the form's button is for. */
function stepOnScreen(): string | null {
  const form = document.querySelector<HTMLFormElement>('form[data-main]')
  // The form has a control of that name too.
  return form && new URL(form.getAttribute('action') ?? '', location.href).searchParams.get('step')
}

/** Whether the address says so, and not for a second time. */
function isJustSent(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const step = new URLSearchParams(location.search).get('step') ?? ''
  return /^done(?:-|$)/.test(step) && visit?.type === 'navigate'
}

/**
 * The origins that messages are addressed to: that of the page around the frame, if it is an allowed one. Where the
 * browser does not tell, as after a reload, all that are allowed: a message reaches its own addressee or nobody. What
 * any site may show says nothing of anybody, to any.
 */
export function surroundings(
  allowed: readonly string[],
  place: Pick<Location, 'origin'> & { ancestorOrigins?: ArrayLike<string> },
  referrer: string,
): readonly string[] {
  if (allowed.includes('*')) return allowed
  const around = place.ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : place.origin)
  return around === place.origin ? allowed : allowed.filter((origin) => origin === around)
}
