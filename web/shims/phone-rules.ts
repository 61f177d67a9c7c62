import metadata from 'virtual:phone-metadata'
import { phoneJudge } from './phone-judge.ts'

/** Judges numbers by the rules that were built in. */
export const judge = phoneJudge(metadata)
