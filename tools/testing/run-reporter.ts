import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Says which test files were unfinished when a run is interrupted, as one that waits for a program says nothing itself, and
 * what had failed by then; and which tests passed only on the second attempt, as lines that begin as those of failures do.
 */
export class RunReporter implements Reporter {
  readonly #running = new Set<string>()
  readonly #repeated: string[] = []
  readonly #failed: string[] = []

  onInit(): void {
    process.once('SIGINT', () => {
      for (const line of this.#failed) writeSync(2, `\n${line}`)
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
    const line = ` FAIL  ${relative('', test.module.moduleId)} > ${test.fullName}`
    if (!test.ok()) this.#failed.push(`${line}: ${test.result().errors?.[0]?.message}`)
    else if ((test.diagnostic()?.retryCount ?? 0) > 0) this.#repeated.push(line)
  }

  onTestRunEnd(): void {
    for (const line of this.#repeated) console.log(line)
  }
}
