export { confirmedIn, figuresAllowedIn, textsAllowedIn, voicingsIn, writeConfirmed } from './confirmed-files.ts'
export { type Folders, isProducts, mostBytes, productLocales } from './disk-files.ts'
export {
  goodSite,
  loadGood,
  type ProveForms,
  problemsOf,
  type QuarantinedDefinition,
  quarantinedBecauseOf,
  quarantineLine,
  wouldGoLiveOf,
} from './good-site.ts'
export { type LiveSite, openSite, type QuarantinedSince } from './live-site.ts'
export {
  bare,
  byPlace,
  judgeOf,
  type LocatedProblem,
  loadSite,
  parseSources,
  problemLine,
  remarksOf,
  siteOf,
} from './load.ts'
export { type MigratedFile, migratedFolders, migratedSources } from './migrate.ts'
export { parseJson } from './positions.ts'
export { formProver, notProvenInTime, proofOptions } from './proof/form-prover.ts'
export { type Finding, findingsOf } from './proof/proof-findings.ts'
export { type KeptFile, type ParsedFile, parsedFile, readSources } from './read-sources.ts'
export { loadRevision } from './revision/load-revision.ts'
export { addDrawings, addSchemas, drawingNames, loadKinds, ownKindFiles, readSchemas, schemaFrom } from './schemas.ts'
export { SourceCache } from './source-cache.ts'
export { type CompiledStep, compiledStep, contentHash, judgesOf, validatorModule } from './validators.ts'
export { watchFolders } from './watch.ts'
