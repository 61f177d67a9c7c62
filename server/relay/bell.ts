/** Wakes a loop that waits. A ring while nobody waits is kept for the next wait. */
export interface Bell {
  ring(): void
  /** Resolves at a ring, and after `ms` at the latest. */
  wait(ms: number): Promise<void>
}

/** Makes a bell for one listener. */
export function createBell(): Bell {
  let rung = false
  let wake = () => {}
  return {
    ring() {
      rung = true
      wake()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}
