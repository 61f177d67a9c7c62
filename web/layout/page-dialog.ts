// A page in a dialog above this one: campaigns show their small print without losing the form. It runs without React.

import { http } from '#web/http'

/**
 * Shows what stands in the main part of a page in a dialog, or of a place in it alone where the link leads to one.
 * @param link to the page; followed as a link where the page does not come
 * @param closing what the button says that closes it
 */
export async function openPage(link: HTMLAnchorElement, closing: string): Promise<void> {
  const content = await mainOf(link.pathname + link.search)
  if (!content) return location.assign(link.href)
  const dialog = document.createElement('dialog')
  dialog.className = 'lw-dialog'
  dialog.setAttribute('aria-label', link.textContent ?? '')
  const close = document.createElement('button')
  Object.assign(close, { type: 'button', className: 'lw-dialog-close', textContent: closing })
  close.addEventListener('click', () => dialog.close())
  const place = link.hash === '' ? null : content.querySelector(`#${CSS.escape(link.hash.slice(1))}`)
  dialog.append(close, place ?? content)
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

/** How long the page may take, in ms, before the link is followed instead. */
const deadlineMs = 5000

async function mainOf(path: string): Promise<HTMLElement | null> {
  try {
    const text = await http.send(path, { timeout: deadlineMs }, (reply) => (reply.ok ? reply.text() : null))
    if (text === null) return null
    const { body } = new DOMParser().parseFromString(text, 'text/html')
    const content = document.createElement('div')
    content.append(...(body.querySelector('main')?.childNodes ?? []))
    return content
  } catch {
    return null
  }
}
