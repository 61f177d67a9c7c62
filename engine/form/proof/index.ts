export { isWeaker, type Leads, type Presence, type Presences, presences } from './presence.ts'
export { type ProofOptions, type ProofProblem, prove, provePreset, type QuestionRange } from './prove.ts'
