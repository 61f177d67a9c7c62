import '../styles/index.css'
import { followConsent } from '#web/consent'
import { revealQuestions } from '#web/forms/reveal'
import { tellConnection, watchErrors } from '#web/http'
import { switchLanguages } from '#web/navigation'
import { followGate } from '#web/popup'
import { followPreference, keepAttribution } from '#web/stores'
import { openPlace, showLeaving } from '#web/ui'
import { startWhenWanted } from './start-app.ts'

// The one script every page has. Until the app is there links, menus and forms work as HTML does.

// Menus close like menus, and small print opens above the page.
function closeMenus(but: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-dropdown][open]'))
    if (!(but instanceof Node && menu.contains(but))) menu.open = false
}
addEventListener(
  'click',
  (event) => {
    closeMenus(event.target)
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-dialog]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    import('#web/layout/page-dialog').then(
      ({ openPage }) => openPage(link, link.dataset.dialog ?? ''),
      () => location.assign(link.href),
    )
  },
  true,
)
addEventListener('focusin', ({ target }) => closeMenus(target))
addEventListener('keydown', ({ key }) => {
  const open = key === 'Escape' && document.querySelector<HTMLDetailsElement>('details[data-dropdown][open]')
  if (!open) return
  closeMenus(null)
  open.querySelector('summary')?.focus()
})

if (document.querySelector('[data-share]'))
  void import('#web/sections/share').then(({ offerSharing }) => offerSharing())
switchLanguages()
watchErrors()
tellConnection()
// Not every browser opens what a place is hidden in.
openPlace(location.hash)
addEventListener('hashchange', () => openPlace(location.hash))

revealQuestions()
followPreference()
keepAttribution()

followConsent()
followGate()
showLeaving()

if (document.querySelector('time[data-day]')) import('#web/sections/fresh-times').then(({ freshTimes }) => freshTimes())
if (document.querySelector('[data-slider]'))
  import('#web/sections/follow-slides').then(({ followSlides }) => followSlides())
if (document.querySelector('[data-island]')) import('#web/sections/islands').then(({ startIslands }) => startIslands())

startWhenWanted()
