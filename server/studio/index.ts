export { type RefusedFile, versionOf } from './files.ts'
export type { Verdict } from './judge-worker.ts'
export {
  type Difference,
  detailsOf,
  differences,
  type Edit,
  edited,
  keysOf,
  moved,
  type Part,
  type PartDetails,
  partsOf,
  textAt,
  valueAt,
} from './outline.ts'
export { openPlans, type Plan, type Planned, type Plans } from './plans.ts'
export {
  asking,
  openStudio,
  type Release,
  type Released,
  type Remark,
  type Stale,
  type Studio,
  type StudioDeed,
  type StudioForm,
} from './studio.ts'
