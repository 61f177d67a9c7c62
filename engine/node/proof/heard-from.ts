import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

interface Deadlines {
  /** How long it may take to begin and say its first word, in ms. */
  first: number
  /** How long it may fall silent after a word, in ms. */
  next: number
}

/**
 * Runs a thread of this folder and hands on each thing it says, until it ends, fails or says nothing for too long: then
 * it is ended, and what it said counts.
 * @param name of its file, without extension
 */
export function heardFrom<T>(
  name: string,
  { workerData, env }: { workerData: object; env?: Readonly<Record<string, string>> },
  { first, next }: Deadlines,
  onWord: (word: T) => void,
): Promise<void> {
  // The published package carries .js files, the repository .ts.
  const code = new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url)
  // Without the code that was compiled before, it would load a compiler of its own.
  const { NODE_COMPILE_CACHE } = process.env
  const kept = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
  const worker = new Worker(code, { workerData, env: { ...env, ...kept }, execArgv: [] })
  return new Promise((resolve) => {
    const giveUp = () => void worker.terminate()
    let waiting = setTimeout(giveUp, first)
    worker.on('message', (word: T) => {
      onWord(word)
      clearTimeout(waiting)
      waiting = setTimeout(giveUp, next)
    })
    // A failed thread has said what it could.
    worker.on('error', () => {})
    worker.on('exit', () => {
      clearTimeout(waiting)
      resolve()
    })
  })
}
