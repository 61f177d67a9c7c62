// Looks at folders of definitions beside the main thread, which never waits for their drive.
import { parentPort, workerData } from 'node:worker_threads'
import { type Folders, type Look, lookAt, type Stamps } from './disk-files.ts'
import { watchFolders } from './watch.ts'

/** What the thread is started with. */
export interface FolderData {
  folders: Folders
  /** For how long folders must be quiet before a change counts, in ms. */
  quiet: number | undefined
}

/** A look at the folders with the stamps of what is known, or a question whether the thread still goes on. */
export type FolderRequest = { known: Stamps } | 'ping'

/** What was asked for; or word of a change. */
export type FolderReply = { look: Look } | { failure: string } | 'pong' | 'changed'

const { folders, quiet }: FolderData = workerData
const say = (reply: FolderReply) => parentPort?.postMessage(reply)

watchFolders([folders.definitions, folders.locales], () => say('changed'), quiet)
parentPort?.on('message', (request: FolderRequest) => {
  if (request === 'ping') return say('pong')
  try {
    say({ look: lookAt(folders, request.known) })
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) })
  }
})
