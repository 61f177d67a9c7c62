/** How far long work is, told on a terminal and nowhere else: logs and pipes are not for that. */
export interface ProgressLine {
  /** Whether anybody sees it. */
  isShown: boolean
  /** Shows a line in place of the one before. */
  show(line: string): void
  /** Shows how much of something is done, from 0 to 1. */
  share(what: string, share: number): void
  /** Takes the line away. */
  end(): void
}

const clear = '\r\u001b[K'

/** @param isQuiet whether nothing is to be shown on a terminal either, as with --json */
export function showProgress({ isQuiet = false, to = process.stderr }: Options = {}): ProgressLine {
  const isShown = to.isTTY === true && !isQuiet
  const show = (line: string) => {
    if (isShown) to.write(clear + line)
  }
  return {
    isShown,
    show,
    share: (what, share) => show(`${what} ${Math.floor(share * 100)} %`),
    end: () => show(''),
  }
}

interface Options {
  isQuiet?: boolean
  to?: { isTTY?: boolean; write(text: string): unknown }
}
