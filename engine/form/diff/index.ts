export { breaking, type Change, safe } from './change.ts'
export type { Compared } from './compare-fields.ts'
export { changedTexts, compareForms, sameRules } from './compare-forms.ts'
export { baseWords, fits, type ValueShape, valueShape } from './value-shape.ts'
