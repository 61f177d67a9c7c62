import type { Catalog } from '#engine/site/catalog.ts'
import type { Config } from '#server/config.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { liveDefinitions } from '../../definitions/live-definitions.ts'
import type { FolderOptions } from '../../terminal/folders.ts'
import { onStorage } from '../../terminal/storage.ts'

/** The definitions as a server would serve them, and its way out. */
export interface Found {
  catalog: Catalog
  config: Config
  outbound: Outbound
}

/** Runs an action on these, or says why that cannot be. */
export function onDefinitions(folders: FolderOptions, action: (found: Found) => Promise<void>): Promise<void> {
  return onStorage(async (storage, config) => {
    const catalog = await liveDefinitions(storage, folders)
    if (!catalog) return
    const outbound = createOutbound({ allow: config.outboundAllow })
    await action({ catalog, config, outbound }).finally(() => outbound.close())
  })
}
