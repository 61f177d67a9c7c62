import type { Message } from './message.ts'

/** What the server writes in its place: the site's first language, and the parameters of an address that leads keep. */
declare const LEADWRIGHT_SITE: { locale: string; kept: readonly string[] }

// The script that other sites load: each of its tags puts a frame with a form after itself, and each run is for its own.

const script = document.currentScript as HTMLScriptElement | null
if (script?.dataset.form) embed(script, script.dataset.form)

function embed(script: HTMLScriptElement, form: string): void {
  const { locale = LEADWRIGHT_SITE.locale, theme = '', title = form, query = '' } = script.dataset
  const { origin } = new URL(script.src)
  const prefix = locale === LEADWRIGHT_SITE.locale ? '' : `/${locale}`
  const address = new URL(`${prefix}/embed/${form}?${query.replace(/^\?/, '')}`, origin)
  const asked = address.searchParams
  const here = new URLSearchParams(location.search)
  for (const name of LEADWRIGHT_SITE.kept) {
    const value = here.get(name)
    if (value) asked.set(name, value)
  }
  asked.set('embedded_on', location.origin)
  if (theme) asked.set('theme', theme)
  const before = [...document.querySelectorAll('iframe')].filter(({ dataset }) => dataset.leadwright === form).length
  if (before > 0) asked.set('frame', `${before + 1}`)

  const frame = document.createElement('iframe')
  Object.assign(frame, { title, loading: 'lazy', referrerPolicy: 'origin' })
  frame.dataset.leadwright = form
  // A policy may forbid styles in markup, and none forbids these.
  Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0' })
  frame.src = address.href
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<Message | null>) => {
    if (from !== origin || source !== frame.contentWindow || !data?.leadwright) return
    const { leadwright: what, height, title, ...detail } = data
    if (height) frame.style.height = `${height}px`
    if (title) frame.title = title
    const event = { bubbles: true, detail: { form, locale, ...detail } }
    if (!height) frame.dispatchEvent(new CustomEvent(`leadwright:${what}`, event))
  })
  script.after(frame)
}
