// Run by `npm test` before the browser tests: finds Chromium, or installs it.
import { findChromium, installChromium } from './chromium.ts'

if (!findChromium()) {
  console.log('No Chromium on this machine: installing it for the end-to-end tests.')
  installChromium()
}
