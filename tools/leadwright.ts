#!/usr/bin/env node
import { formerCalls } from './commands.ts'
import { repositoryCommands } from './repository-commands.ts'
import { runCommands } from './terminal/command-table.ts'

await runCommands(repositoryCommands, formerCalls)
