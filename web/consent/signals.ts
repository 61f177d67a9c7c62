/** What the app says while it runs; whoever counts visits listens, and mostly there is nobody. */
interface Signals {
  /** Another page is on the screen. */
  'leadwright:page': null
  /** The place of a frame is on the screen, perhaps again. */
  'leadwright:place': null
  /** A lead was taken: of which form, and in which section. */
  'leadwright:lead-sent': { form: string; section: string }
}

export function tell<K extends keyof Signals>(name: K, detail: Signals[K]): void {
  document.dispatchEvent(new CustomEvent(name, { detail }))
}

export function listen<K extends keyof Signals>(name: K, on: (detail: Signals[K]) => void): void {
  document.addEventListener(name, (event) => on((event as CustomEvent<Signals[K]>).detail))
}
