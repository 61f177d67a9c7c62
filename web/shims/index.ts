export { partSources } from './part-files.ts'
export { fetchParts, fetchTables, onDay, withFetched, withOptionsFor } from './parts.ts'
export type { PhoneRules } from './phone-judge.ts'
export { fetchPhoneRules } from './phone-number.ts'
