import { addKinds, type OwnKind } from '#engine/form/model'
import { addFieldKind } from './schemas.ts'

/** The files of added kinds by id, as URLs. A thread shares no code with another, and loads them for itself. */
export const ownKindFiles: Record<string, string> = {}

/** Adds kinds to this thread. */
export async function loadKinds(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, url] of Object.entries(files)) {
    const kind: OwnKind = (await import(url)).default
    addKinds({ [id]: kind })
    addFieldKind(id, kind.description)
    ownKindFiles[id] = url
  }
}
