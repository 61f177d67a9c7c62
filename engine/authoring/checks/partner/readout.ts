import type { Formatted } from '#engine/form/lead/map-formats.ts'
import { kindNamed } from '#engine/form/model/kind-named.ts'
import type { MapSource } from '#schemas/generated/partner.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { WrittenField } from '../../../library/written-fields.ts'

/** What a map reads at a place, as far as that decides how it can be written. */
export interface Readout {
  /** In a sentence: "bill", the lead's time. */
  name: string
  is: Formatted | 'yes or no' | 'group'
  /** Whether there may be several. */
  isList: boolean
  /** All that it can be, where that is listed. */
  options: readonly string[]
}

const plain = (name: string, is: Readout['is'] = 'text'): Readout => ({
  ...{ name, is, isList: false },
  options: is === 'yes or no' ? ['true', 'false'] : [],
})

/** @param written undefined for a group or list of groups */
export function readoutOfField(id: string, written: WrittenField | undefined, market: Market | undefined): Readout {
  const name = `"${id}"`
  if (!written) return plain(name, 'group')
  const { kind, type, options, many } = written.field
  if (options) return { name, is: 'text', isList: many === true, options: Object.keys(options) }
  const known = kindNamed(kind ?? null)
  if (known?.calendar) return plain(name, known.calendar)
  const base = type ?? (market && known?.schema(market).type)
  if (base === 'boolean') return plain(name, 'yes or no')
  return plain(name, base === 'integer' || base === 'number' ? 'number' : 'text')
}

type Source<K extends string> = Extract<MapSource, Record<K, string>>

/** What is read elsewhere than in answers. */
export const readouts = {
  lead: (what: Source<'lead'>['lead']): Readout =>
    plain(`the lead's ${what}`, what === 'receivedAt' ? 'time' : what === 'test' ? 'yes or no' : 'text'),
  consent: (id: string, what: Source<'is'>['is']): Readout =>
    plain(`"${what}" of "${id}"`, what === 'givenAt' ? 'time' : what === 'granted' ? 'yes or no' : 'text'),
  attribution: plain('what an address says'),
}
