import { choiceMade } from './choice.ts'
import { markConsents } from './mark-consents.ts'

/**
 * What pages load from others waits for the visitor's choice. This is all that a page without any of it has: the rest is
 * fetched when there is something to load, to ask, or when somebody opens the cookie settings.
 */
export function followConsent(): void {
  const { asks, others } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
  if (asks === undefined && others === undefined) return
  const choice = asks === undefined ? null : choiceMade(Number(asks))
  markConsents(choice?.categories ?? [])
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-cookie-settings]'))
      void import('./dialog.ts').then(({ openSettings }) => openSettings())
  })
  // After the first paint.
  requestAnimationFrame(() =>
    setTimeout(() => {
      void import('./third-parties.ts').then(({ begin }) => begin(choice))
      if (asks !== undefined && !choice) void import('./dialog.ts').then(({ ask }) => ask())
    }),
  )
}
