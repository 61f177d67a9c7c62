import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Storage } from '#server/storage'
import { hasKey, newKey, storeKey } from './keys.ts'

/** Where the demo partner's key is (null: it pulls nothing, or has keys made otherwise), or why there is none. */
export type DemoKey = { ok: true; file: string | null } | { ok: false; reason: string }

/**
 * The file with the demo partner's key, so that the first start can show how leads are read. Made once.
 *
 * The file comes first: a key whose file was not written would be lost, since storage has only its hash.
 */
export async function demoKeyFile(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  dataDir: string,
  now: () => number,
): Promise<DemoKey> {
  const file = join(dataDir, 'demo.key')
  if (!Object.values(partners.demo?.deliveries ?? {}).some(({ kind }) => kind === 'pull'))
    return { ok: true, file: null }
  if (await hasKey(storage, 'demo')) return { ok: true, file: existsSync(file) ? file : null }
  const key = newKey()
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Its mode counts for a new file only.
    await rm(file, { force: true })
    await writeFile(file, `${key.key}\n`, { mode: 0o600 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      ok: false,
      reason: `No key was made for the demo partner, because its file cannot be written (${why}): check DATA_DIR.`,
    }
  }
  await storeKey(storage, 'demo', key, now)
  return { ok: true, file }
}
