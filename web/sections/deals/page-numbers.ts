/** The pages that are named: the first, the last, and those around the one at hand. */
export function pageNumbers(at: number, total: number): number[] {
  const near = [1, at - 1, at, at + 1, total].filter((page) => page >= 1 && page <= total)
  return [...new Set(near)].sort((one, other) => one - other)
}
