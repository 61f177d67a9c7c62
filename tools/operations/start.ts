import type { Command } from 'commander'

export function startCommand(start: Command): void {
  start.action(async () => {
    await import('#server/main')
  })
}
