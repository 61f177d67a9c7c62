import { openLinksElsewhere, tellSurroundings } from '#web/embed'
import { revealQuestions } from '#web/forms/reveal'
import { tellConnection, watchErrors } from '#web/http'
import { keepAttribution } from '#web/stores'
import { startWhenWanted } from './start-app.ts'

// The script of a form in a frame on another site, in place of that of pages: no cookie, no visit, no popup, no consent.

watchErrors()
tellConnection()
keepAttribution()
revealQuestions()
openLinksElsewhere()
tellSurroundings()
// What stands in place of a form is no page of the app.
if (document.querySelector('script[data-modules]')) startWhenWanted()
