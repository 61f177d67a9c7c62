export {
  checkMarkets,
  isCountry,
  isCurrency,
  isTimeZone,
  noTimeZone,
  unknownCountry,
  unknownCurrency,
} from './check-market.ts'
export { checkPatch, type Place, withGroups } from './check-patches.ts'
export { knownLocales, reference } from './check-references.ts'
export { checkTarget, languagesOf } from './check-target.ts'
export { definitionKey, productWords, siteKey, wordsKey } from './definition-key.ts'
export type { DefinitionProblem, Outcome, ProblemIn } from './definition-problem.ts'
export { didYouMean, nearest } from './did-you-mean.ts'
export { withDrafts } from './drafts.ts'
export { folderNames, folderOf, folderOfFile, folders, placeOf } from './folders.ts'
export { whichLanguage } from './languages.ts'
export { sortSources } from './library.ts'
export { confirmAgain, mailsOf, unsubscribeLink } from './mails-of.ts'
export { brandsOf, lackingBrand } from './page-brands.ts'
export { pagesWithBlock } from './pages-with-block.ts'
export { blocksUsed, cleared, withBlocks } from './placed-blocks.ts'
export { type References, referencesOf } from './references.ts'
export { type Schemas, type ShapeCheck, schemaCompiler, shapeCheck, type Validators } from './shape.ts'
export { type Definitions, type Entry, type Library, type SourceFile, wordFile } from './source.ts'
export { untranslatedMark } from './translated-words.ts'
export { patched } from './variants.ts'
export { fieldsOfStep, isWhole, placedAt, type WrittenField, writtenFields, writtenHidden } from './written-fields.ts'
