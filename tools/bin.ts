#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { commands, formerCalls } from './commands.ts'
import { runCommands } from './terminal/command-table.ts'

enableCompileCache()
if (existsSync('.env')) process.loadEnvFile()
await runCommands(commands, formerCalls)
