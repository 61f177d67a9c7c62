export { fetchComputing, onDay } from './compute.ts'
export { fetchLookedUp } from './looked-up.ts'
export type { PhoneRules } from './phone-judge.ts'
export { fetchPhoneRules } from './phone-number.ts'
