import { safeStorage } from './safe-storage.ts'

/** As the device has it, or as the visitor chose. */
const preferences = ['system', 'light', 'dark'] as const

const key = 'colour-theme'

/** What the visitor chose, here or in another tab. */
let chosen: (typeof preferences)[number] = 'system'
/** What the page on the screen is shown in whatever was chosen. */
let forced: string | null = null

/** Shows pages in the colours that the visitor prefers, and keeps each choice. Without it they are as the device has it. */
export function followPreference(): void {
  const storage = safeStorage('localStorage')
  choose(storage.getItem(key), document.documentElement.dataset.scheme)
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'scheme') return
    choose(target.value)
    storage.setItem(key, chosen)
  })
  // A storage that was emptied as a whole names no key.
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) choose(event.newValue)
  })
}

/** Another page is on the screen. @param scheme the one it forces */
export function showScheme(scheme: string | null): void {
  forced = scheme
  document.documentElement.dataset.scheme = forced ?? chosen
  const choice = document.querySelector<HTMLInputElement>(`input[name=scheme][value=${chosen}]`)
  if (choice) choice.checked = true
}

/** Whatever stands in a storage may be of another release, or of nobody's making. */
function choose(text: string | null, scheme = forced): void {
  chosen = preferences.find((each) => each === text) ?? 'system'
  showScheme(scheme)
}
