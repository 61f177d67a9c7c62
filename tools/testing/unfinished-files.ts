import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Says which test files were unfinished when a run is interrupted: one that waits for a program says nothing itself. */
export class UnfinishedFiles implements Reporter {
  readonly #running = new Set<string>()

  onInit(): void {
    process.once('SIGINT', () => {
      writeSync(2, `\nUnfinished: ${[...this.#running].join(', ')}\n`)
      process.exit(1)
    })
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.add(relative('', moduleId))
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(relative('', moduleId))
  }
}
