let isPressed = false

/** Follows the pointer, in the browser. Returns what stops following. */
export function followPresses(): () => void {
  const press = () => {
    isPressed = true
  }
  const release = () => {
    isPressed = false
  }
  addEventListener('pointerdown', press, true)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', release)
  return () => {
    removeEventListener('pointerdown', press, true)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', release)
  }
}

/**
 * Runs something that may move the page. Pressing takes the focus before it clicks, so while the pointer is down it
 * waits: what is under the pointer must not move away.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const released = new AbortController()
  const once = () => {
    released.abort()
    setTimeout(run)
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, once, { signal: released.signal })
}
