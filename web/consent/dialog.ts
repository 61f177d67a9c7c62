import * as library from 'vanilla-cookieconsent'
import './dialog.css'
import type { CookieSettings } from '#schemas/generated/api/cookie-settings.ts'
import { type Choice, cookieName } from './choice.ts'
import { chosen } from './third-parties.ts'

/** The element that holds the dialog; a page in another language has one of its own. */
const containerId = 'cc-main'

let asked: Promise<CookieSettings | null> | undefined

/** Asks whoever has not chosen yet. */
export async function ask(): Promise<void> {
  asked ??= run()
  await asked
}

/** Shows the settings, whatever was chosen. */
export async function openSettings(): Promise<void> {
  asked ??= run()
  if (await asked) library.showPreferences()
}

/** null where what is asked did not come: then nothing is loaded, and the next page asks. */
async function run(): Promise<CookieSettings | null> {
  const settings = await fetchSettings(document.documentElement.lang)
  if (!settings) {
    asked = undefined
    return null
  }
  const { locale, revision, askAgainAfterDays, categories } = settings
  await library.run({
    revision,
    // For this host alone, as keepChoice keeps it.
    cookie: { name: cookieName, domain: '', expiresAfterDays: askAgainAfterDays },
    // Nobody is asked by what they are, and what is asked of nobody is not shown to anybody else.
    hideFromBots: false,
    manageScriptTags: false,
    autoClearCookies: false,
    guiOptions: {
      consentModal: { layout: 'bar', position: 'bottom', equalWeightButtons: true },
      preferencesModal: { layout: 'box', equalWeightButtons: true },
    },
    categories: Object.fromEntries(
      categories.map(({ id }) => [id, id === 'necessary' ? { enabled: true, readOnly: true } : {}]),
    ),
    language: { default: locale, translations: { [locale]: wordsOf(settings) } },
    onModalReady: ({ modalName, modal }) => {
      if (modalName === 'consentModal') letThrough(modal)
    },
    onModalShow: showNumber,
    onFirstConsent: () => decided(settings),
    onChange: () => decided(settings),
  })
  return settings
}

async function fetchSettings(locale: string): Promise<CookieSettings | null> {
  const reply = await fetch(`/api/v1/cookie-settings?locale=${encodeURIComponent(locale)}`).catch(() => null)
  return reply?.ok ? ((await reply.json()) as CookieSettings) : null
}

/** The choice as it is kept from now on, and what follows from it. */
function decided({ text }: CookieSettings): void {
  const { acceptType } = library.getUserPreferences()
  const action = ({ all: 'accept', necessary: 'reject', custom: 'choose' } as const)[acceptType]
  const before = (library.getCookie('data') ?? null) as Choice['data']
  library.setCookieData({
    value: { number: (before?.number ?? 0) + 1, action, text, isKept: false },
    mode: 'overwrite',
  })
  chosen(library.getCookie() as Choice)
}

/**
 * The page behind the question can be used. The library says that it cannot, keeps the Tab key to itself, and would take
 * the focus from whoever is typing.
 */
function letThrough(question: HTMLElement): void {
  question.removeAttribute('aria-modal')
  const start = question.querySelector<HTMLElement>('[tabindex="-1"]')
  if (start)
    start.focus = () => {
      if (document.activeElement === document.body) HTMLElement.prototype.focus.call(start)
    }
  const isWithin = (target: EventTarget | null) => target instanceof Node && question.contains(target)
  addEventListener('keydown', (event) => event.key === 'Tab' && isWithin(event.target) && event.stopPropagation(), true)
}

/** Under which number the choice is recorded, once there is one. */
function showNumber(): void {
  const id = library.getCookie('consentId') as string | undefined
  for (const line of document.querySelectorAll<HTMLElement>(`#${containerId} [data-number]`)) {
    line.hidden = !id
    line.querySelector('code')?.replaceChildren(id ?? '')
  }
}

/** The library takes HTML. */
function wordsOf({ words, categories, list }: CookieSettings): library.Translation {
  const link = list === null ? '' : `<a href="${html(list)}">${html(words.list)}</a>`
  return {
    consentModal: {
      title: html(words.title),
      description: html(words.text),
      acceptAllBtn: html(words.accept),
      acceptNecessaryBtn: html(words.reject),
      showPreferencesBtn: html(words.choose),
      footer: link,
    },
    preferencesModal: {
      title: html(words.settings),
      acceptAllBtn: html(words.accept),
      acceptNecessaryBtn: html(words.reject),
      savePreferencesBtn: html(words.save),
      closeIconLabel: words.close,
      sections: [
        { description: html(words.text) },
        ...categories.map(({ id, title, text, services }) => ({
          title: html(title),
          description: [text, ...services].map((line) => `<span>${html(line)}</span>`).join(''),
          linkedCategory: id,
        })),
        { description: `${link}<span data-number>${html(words.number)} <code></code></span>` },
      ],
    },
  }
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
