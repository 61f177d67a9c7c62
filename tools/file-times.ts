import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** How long a file of tests took, by a report in JSON of vitest or playwright. */
interface FileTime {
  file: string
  seconds: number
}

interface VitestReport {
  testResults: { name: string; startTime: number; endTime: number }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs?: { tests: { results: { duration: number }[] }[] }[]
}

/**
 * Reads the times of all files of tests from a report. A file that ran on two databases counts twice.
 * @param report path of a file that vitest or playwright wrote
 * @param root the folder that the returned paths start from
 */
export function fileTimes(report: string, root: string): FileTime[] {
  const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | { suites: PlaywrightSuite[] }
  if ('testResults' in json)
    return json.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
  return json.suites.map((suite) => ({ file: `web/e2e/${suite.file}`, seconds: milliseconds(suite) / 1000 }))
}

function milliseconds({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(milliseconds)].reduce((sum, each) => sum + each, 0)
}
