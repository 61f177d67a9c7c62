// Run by `npm test` before the tests: finds the validator of feeds, or installs it.
import { hasJing, installJing } from './jing.ts'

if (!hasJing()) installJing()
