import metadata from 'virtual:phone-metadata'
import { phoneJudge } from './phone-judge.ts'

/** engine/core/values/phone-number.ts for the countries whose rules were built in. */
export const internationalPhone = phoneJudge(metadata)
