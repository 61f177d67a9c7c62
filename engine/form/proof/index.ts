export { isWeaker, type Leads, type Presence, type Presences, presences } from './presence.ts'
export type { ProofProblem } from './prove.ts'
export { type ProofOptions, prove, provePreset } from './prove.ts'
