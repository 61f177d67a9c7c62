export { type LatePart, latePart, MarksContext, UnknownPart } from './late-part.tsx'
export {
  type Answered,
  type FormState,
  homeOf,
  type Later,
  type PageData,
  promiseBeside,
  resultsTitle,
  sharedView,
  viewOfResults,
  withAnswered,
} from './page-data.ts'
export { pageFrom, readSeed, scriptSafe, seedBefore, seedId, stateOf } from './seed.ts'
export {
  type Assets,
  type Browser,
  BrowserContext,
  type HeadTag,
  type Press,
  ShellContext,
  useBrowser,
} from './shell.ts'
