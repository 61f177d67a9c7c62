export { type BrowserPage, findBrowser, openBrowser } from './browser.ts'
export { type Camera, openCamera, widths } from './camera.ts'
export { openFiles, type RefusedFile, type StudioFolder, versionOf } from './files.ts'
export { hintsAt } from './hints.ts'
export type { Filled, Routes, TextsFound, Verdict } from './judge-worker.ts'
export {
  type Difference,
  detailsOf,
  differences,
  type Edit,
  type EntryList,
  edited,
  keysOf,
  moved,
  newEntry,
  type Part,
  type PartDetails,
  type Property,
  partsOf,
  propertyValue,
  textAt,
  valueAt,
} from './outline.ts'
export { openPlans, type Plan, type Planned, type Plans } from './plans.ts'
export {
  asking,
  openStudio,
  placeOfId,
  type Release,
  type Released,
  type Remark,
  type Stale,
  type Studio,
  type StudioDeed,
  type StudioForm,
  type Translated,
} from './studio.ts'
export {
  formFrom,
  inLanguages,
  legalPages,
  neededBy,
  needsOf,
  readTemplate,
  type Template,
  templatePicture,
  templates,
} from './templates.ts'
export {
  isConfirmedName,
  type MergedTexts,
  mergeTexts,
  type RefusedRow,
  readTexts,
  type TextFormat,
  type TextRow,
  textRows,
  writeTexts,
} from './translators.ts'
