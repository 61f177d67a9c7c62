export { fetchComputing, fetchTables, onDay } from './compute.ts'
export { fetchDrawing } from './drawing.ts'
export type { PhoneRules } from './phone-judge.ts'
export { fetchPhoneRules } from './phone-number.ts'
