#!/usr/bin/env node
import { Command } from 'commander'
import { commands, formerCalls } from './commands.ts'
import { addCommands, inTodaysWords } from './terminal/command-table.ts'

// Who reads only the first lines, as `head` does, has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('leadwright')
  .description('Build forms from definition files, and manage their leads.')
  // 1 is for what a command found; a call that cannot be understood is 2.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

addCommands(program, commands)

const call = inTodaysWords(process.argv.slice(2), formerCalls, console.error)
const [called, ...words] = call
// `help leads list` is `leads list --help`: only then is the command's own code there.
await program.parseAsync(called === 'help' ? [...words, '--help'] : call, { from: 'user' }).catch((error: Error) => {
  // A folder that holds more than is ever read: whichever command reads it says so.
  if (error.name !== 'TooMuch') throw error
  console.error(error.message)
  process.exitCode = 1
})
