export {
  type Answered,
  type FormState,
  homeOf,
  type Later,
  type PageData,
  resultsTitle,
  sharedView,
  viewOfResults,
  withAnswered,
} from './page-data.ts'
export { pageFrom, readSeed, scriptSafe, seedId, seedOf, stateOf } from './seed.ts'
export {
  type Assets,
  type Browser,
  BrowserContext,
  type HeadTag,
  type Press,
  ShellContext,
  useBrowser,
} from './shell.ts'
export { UnknownPart } from './unknown-part.ts'
