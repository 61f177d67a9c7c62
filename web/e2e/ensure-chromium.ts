// Run by `npm test` before the browser tests: finds Chromium, or installs it; and the quicker one where that is easy.
import { findChromium, installChromium, isQuick, takesPackages } from './chromium.ts'

const found = findChromium()
if (!found || (!isQuick(found) && process.env.CHROMIUM_PATH === undefined && takesPackages())) {
  console.log(`${found ?? 'No Chromium'} on this machine: installing a quick one for the end-to-end tests.`)
  installChromium()
}
