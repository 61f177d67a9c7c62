import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Says which test files were unfinished when a run is interrupted, as one that waits for a program says nothing itself;
 * and which tests passed only on the second attempt, as lines that begin as those of failures do.
 */
export class RunReporter implements Reporter {
  readonly #running = new Set<string>()
  readonly #repeated: string[] = []

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

  onTestCaseResult(test: TestCase): void {
    if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0)
      this.#repeated.push(` FAIL  ${relative('', test.module.moduleId)} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const line of this.#repeated) console.log(line)
  }
}
