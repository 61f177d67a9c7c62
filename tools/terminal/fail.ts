/** Something was found wrong, or could not be done. */
export function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

/** The call could not be understood. */
export function misused(reason: string): void {
  console.error(reason)
  process.exitCode = 2
}
