import { expect, test } from 'vitest'
import { showProgress } from '../terminal/progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

test('progress takes one line of a terminal, and leaves none behind', () => {
  const to = terminal(true)
  const progress = showProgress({ to })
  progress.share('copying leads', 0.256)
  progress.end()
  expect(to.written).toEqual(['\r\u001b[Kcopying leads 25 %', '\r\u001b[K'])
})

test('nothing of it reaches a file, a pipe or a reader of --json', () => {
  for (const [to, isQuiet] of [
    [terminal(false), false],
    [terminal(true), true],
  ] as const) {
    const progress = showProgress({ to, isQuiet })
    progress.show('copying')
    progress.end()
    expect(to.written).toEqual([])
  }
})
