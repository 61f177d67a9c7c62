import { type LookUp, learnTables } from '#engine/form/compute'
import type { ResolvedForm } from '#engine/form/model'
import { lookUpIn } from '#engine/form/tariff'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'

const known = new Map<string, LookUp>()

/** Fetches the tables that forms compute values from. Without one its values are left to the server. */
export async function learnTablesOf(forms: readonly ResolvedForm[]): Promise<void> {
  const versions = forms.flatMap(({ computed = [] }) =>
    computed.flatMap(({ computed }) => ('table' in computed ? computed.version : [])),
  )
  await Promise.all(
    [...new Set(versions)].map(async (version) => {
      if (known.has(version)) return
      const reply = await fetch(`/tables/${version}.json`)
      if (!reply.ok) throw new Error('The table of an estimate could not be fetched')
      known.set(version, lookUpIn((await reply.json()) as TariffTable))
    }),
  )
  learnTables(known)
}
