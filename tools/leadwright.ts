#!/usr/bin/env node
import { Command } from 'commander'
import { benchCommand } from './bench.ts'
import { checkCommand } from './check.ts'
import { deliveriesCommand } from './deliveries.ts'
import { diffCommand } from './diff.ts'
import { funnelCommand } from './funnel.ts'
import { leadsCommand } from './leads.ts'
import { newCommand } from './new.ts'
import { partnersCommand } from './partners.ts'
import { personCommands } from './persons.ts'
import { proveCommand } from './prove.ts'
import { showCommand } from './show.ts'
import { storageCommands } from './storage-commands.ts'
import { textCommand } from './text.ts'
import { typesCommand } from './types.ts'

// Who reads only the first lines, as `head` does, has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('leadwright')
  .description('Forms from definition files, and the leads they bring.')
  // 1 is for what a command found; a call that cannot be understood is 2.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
for (const add of [
  checkCommand,
  showCommand,
  newCommand,
  textCommand,
  typesCommand,
  proveCommand,
  diffCommand,
  leadsCommand,
  funnelCommand,
  deliveriesCommand,
  partnersCommand,
  personCommands,
  storageCommands,
  benchCommand,
])
  add(program)
await program.parseAsync()
