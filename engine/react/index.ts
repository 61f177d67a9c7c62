export { describedBy, hereId } from './control-id.ts'
export { HiddenAnswers } from './HiddenAnswers.tsx'
export { StepForm } from './StepForm.tsx'
export { ErrorMessage, Words } from './Words.tsx'
