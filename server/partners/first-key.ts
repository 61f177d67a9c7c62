import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Storage } from '../storage/storage.ts'
import { createKey, hasKey } from './keys.ts'

/**
 * The file with the demo partner's key, so that the first start can show how leads are read.
 * Made once; null when the partner pulls nothing or has keys made otherwise.
 */
export async function demoKeyFile(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  dataDir: string,
  now: () => number,
): Promise<string | null> {
  const file = join(dataDir, 'demo.key')
  if (!Object.values(partners.demo?.deliveries ?? {}).some(({ kind }) => kind === 'pull')) return null
  if (!(await hasKey(storage, 'demo'))) {
    const { key } = await createKey(storage, 'demo', now)
    await writeFile(file, `${key}\n`, { mode: 0o600 })
    return file
  }
  return existsSync(file) ? file : null
}
