import { constants, setPriority } from 'node:os'

/** Lets a server on this machine go first, as long work should. Before storage is opened, so that its threads do too. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
