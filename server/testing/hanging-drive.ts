// Preloaded into a server: while a file is there, whatever looks below a folder waits in the system, as for a network
// drive that gives no answer. It cannot be ended then, not even with its thread.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { HANGING_FOLDER: folder = '', HANGING_WHILE: marker = '', HANGING_PIPE: pipe = '' } = process.env
const { existsSync, openSync, closeSync } = fs

function hang(path: unknown): void {
  if (!String(path).startsWith(folder)) return
  // Opening a pipe that nobody writes to waits for a writer.
  while (existsSync(marker)) closeSync(openSync(pipe, 'r'))
}

const looks = ['statSync', 'lstatSync', 'readdirSync', 'realpathSync', 'openSync', 'readFileSync', 'watch'] as const
for (const name of looks) {
  const original = fs[name] as (...parameters: unknown[]) => unknown
  const hanging = (...parameters: unknown[]) => {
    hang(parameters[0])
    return original(...parameters)
  }
  Object.assign(fs, { [name]: Object.assign(hanging, original) })
}
syncBuiltinESMExports()
