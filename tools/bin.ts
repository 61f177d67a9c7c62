#!/usr/bin/env node
// Nothing is imported before the version is known: older ones fail on what they lack, and do not say why.
export {}

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Leadwright needs Node 24 or newer, and this is Node ${process.versions.node}: install it from nodejs.org.`,
  )
  process.exit(1)
}
const { existsSync } = await import('node:fs')
const { enableCompileCache } = await import('node:module')
const { commands, formerCalls } = await import('./commands.ts')
const { runCommands } = await import('./terminal/command-table.ts')
enableCompileCache()
if (existsSync('.env')) process.loadEnvFile()
await runCommands(commands, formerCalls)
