import { choiceMade } from '#web/consent'

/** The popup of the page on the screen; null where its layout has none. */
export function popupDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('dialog[data-popup]')
}

/** Whether visitors have a question about cookies to answer first, or their settings are open. */
export function isAsked(): boolean {
  const { asks } = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
  const isOpen = document.documentElement.classList.contains('show--preferences')
  return isOpen || (asks !== undefined && choiceMade(Number(asks)) === null)
}
