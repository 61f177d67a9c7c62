import { idsThatBegin } from '#server/leads'
import type { Storage } from '#server/storage'
import { fail } from '../terminal/print-lines.ts'

const nouns = { leads: 'lead', deliveries: 'delivery' } as const

/** The id that begins with what was typed; null, and a word about it, when none does or several do. */
export async function fullId(storage: Storage, table: keyof typeof nouns, typed: string): Promise<string | null> {
  const [id, ...others] = await idsThatBegin(storage, table, typed)
  if (id !== undefined && others.length === 0) return id
  if (id === undefined) fail(`There is no ${nouns[table]} ${typed}.`)
  else fail(`Several ${table} begin with ${typed}. Enter more characters of the id:\n${[id, ...others].join('\n')}`)
  return null
}
