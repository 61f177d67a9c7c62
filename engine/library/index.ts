export {
  checkMarkets,
  isCountry,
  isCurrency,
  isTimeZone,
  noTimeZone,
  unknownCountry,
  unknownCurrency,
} from './check-market.ts'
export {
  brandsOf,
  categoryProblems,
  checkTarget,
  drawingAllLinks,
  knownLocales,
  lackingBrand,
  languagesOf,
  reference,
} from './check-target.ts'
export type { Checked, DefinitionProblem, ProblemIn } from './definition-problem.ts'
export { didYouMean, nearest } from './did-you-mean.ts'
export {
  confirmAgain,
  folderNames,
  folderOf,
  folderOfFile,
  folders,
  mailsOf,
  placeOf,
  tablesOf,
  unsubscribeLink,
} from './folders.ts'
export { whichLanguage } from './languages.ts'
export { schemaOf, sortSources, untranslatedMark, withDrafts } from './library.ts'
export { memoizeByRead } from './memoize-by-read.ts'
export { pagesUsing, pagesWithBlock } from './pages-with-block.ts'
export { blocksUsed, checkPatch, cleared, type Place, patched, withBlocks, withGroups } from './placed-blocks.ts'
export { definitionKey, productWords, type References, referencesOf, siteKey, wordsKey } from './references.ts'
export { type Schemas, type ShapeCheck, schemaCompiler, shapeCheck, type Validators } from './shape.ts'
export { type Definitions, type Entry, type Library, type SourceFile, wordFile } from './source.ts'
export { fieldsOfStep, isWhole, placedAt, type WrittenField, writtenFields, writtenHidden } from './written-fields.ts'
