import type { ClientError } from '#schemas/generated/api/client-error.ts'

/** Is told of each error that is reported, with its time in ms since the epoch. */
type Listener = (error: unknown, time: number) => void

/** As many as one page reports: what goes wrong again and again is known after a few. */
const most = 5

const told = new Set<string>()
const listeners = new Set<Listener>()

/** Reports what goes wrong in this page from now on and is caught by nobody. Other people's scripts are theirs to mend. */
export function watchErrors(): void {
  addEventListener('error', ({ error, filename }) => {
    if (filename?.startsWith(location.origin)) report('script', error)
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof Error) || reason.stack?.includes(location.origin)) report('script', reason)
  })
}

/** Tells the server, once for each message, and whoever listens here. Nobody waits for it. */
export function report(kind: ClientError['kind'], error: unknown): void {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error))
  // Somebody went on to something else.
  if (name === 'AbortError') return
  const time = Date.now()
  for (const listen of listeners) listen(error, time)
  if (told.has(message) || told.size === most) return
  told.add(message)
  const body: ClientError = {
    kind,
    message: upTo(500, message || name),
    stack: upTo(2000, stack ?? ''),
    page: upTo(300, location.pathname),
    build: upTo(100, buildOf()),
    time,
  }
  navigator.sendBeacon('/api/v1/client-errors', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

export function onReport(listener: Listener): void {
  listeners.add(listener)
}

/** The first characters of a text, none of them halved. */
function upTo(length: number, text: string): string {
  return [...text.slice(0, 2 * length)].slice(0, length).join('')
}

/** The script that the page came with: its name changes with every change of the code. */
function buildOf(): string {
  return document.querySelector<HTMLScriptElement>('script[data-modules]')?.src.split('/').at(-1) ?? ''
}
