import { openLinksElsewhere } from '../embed/links-elsewhere.ts'
import { tellSurroundings } from '../embed/tell-surroundings.ts'
import { watchErrors } from '../http/client-errors.ts'
import { tellConnection } from '../http/tell-connection.ts'
import { keepAttribution } from '../stores/kept-attribution.ts'
import { startWhenWanted } from './start-app.ts'

// The script of a form in a frame on another site, in place of that of pages: no cookie, no visit, no popup, no consent.

watchErrors()
tellConnection()
keepAttribution()
openLinksElsewhere()
tellSurroundings()
// What stands in place of a form is no page of the app.
if (document.querySelector('script[data-modules]')) startWhenWanted()
