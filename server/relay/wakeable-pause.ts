/** Wakes a loop that waits. A call while nobody waits is kept for the next wait. */
export interface WakeablePause {
  wake(): void
  /** Resolves when woken, and after `ms` at the latest. */
  wait(ms: number): Promise<void>
}

/** A pause that one loop waits in. */
export function wakeablePause(): WakeablePause {
  let wasWoken = false
  let end = () => {}
  return {
    wake() {
      wasWoken = true
      end()
    },
    async wait(ms) {
      if (!wasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wasWoken = false
    },
  }
}
