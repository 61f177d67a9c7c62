export { outdatedTariffs } from './checks/check-tariff.ts'
export { idPattern } from './checks/check-words.ts'
export { type PatternJudge, type PatternVerdict, patternsIn } from './checks/form/check-patterns.ts'
export { isLoopback } from './checks/form/sent/check-onward.ts'
export { assemble, compile } from './compile.ts'
export { compareSites, type FormChange } from './diff/compare-sites.ts'
export { type FormProof, proveForm } from './proof/prove-form.ts'
export { type Quarantined, type Settled, settleSources } from './quarantine.ts'
export { type AllowList, readingTasks } from './text-report/reading-tasks.ts'
export {
  type ConfirmedOf,
  confirmedFolder,
  confirmedNow,
  indexedTexts,
  type NewlyConfirmed,
  ownWords,
  type Skeleton,
  skeletons,
  sourceHash,
  type TextTask,
  textTasks,
} from './text-report/text-report.ts'
export { type AllowLists, typedFigures } from './text-report/typed-figures.ts'
export { type Voicing, voiceTasks } from './text-report/voice-tasks.ts'
