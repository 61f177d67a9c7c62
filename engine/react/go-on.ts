/** How long a chosen option is seen before the next question takes its place, in milliseconds. */
const seen = 150

/**
 * Goes on as soon as an option of the screen is tapped or clicked, also the one that was chosen before. Arrow keys choose
 * without going on, and so do screen readers: people who use them press Enter, or the button.
 * @param signal ends it
 */
export function goOnWhenChosen(screen: HTMLElement, signal: AbortSignal): void {
  let pressed: Element | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  const optionAt = ({ target }: Event) => (target instanceof Element ? target.closest('.lw-option') : null)
  screen.addEventListener(
    'pointerdown',
    (event) => {
      pressed = isByHand(event) ? optionAt(event) : null
    },
    { signal },
  )
  // A key in between was no press.
  screen.addEventListener('keydown', () => forget(), { signal })
  // A click on the words of an option clicks its control, too.
  screen.addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
      const isPressed = pressed !== null && pressed === optionAt(event)
      forget()
      if (isPressed) waiting = setTimeout(() => press(target), seen)
    },
    { signal },
  )
  signal.addEventListener('abort', () => clearTimeout(waiting))

  function forget(): void {
    pressed = null
    clearTimeout(waiting)
  }
}

function press({ form }: HTMLInputElement): void {
  const button = form?.querySelector<HTMLButtonElement>('.lw-button-on')
  if (button) form?.requestSubmit(button)
}

/**
 * Whether a finger, a pen or a mouse pressed. Screen readers press with a pointer that has no size, or, in Android, one
 * of a pixel that presses with no force.
 * @see https://github.com/adobe/react-spectrum/blob/main/packages/%40react-aria/utils/src/isVirtualEvent.ts
 */
function isByHand({ width, height, pressure, detail, pointerType }: PointerEvent): boolean {
  if (width === 0 && height === 0) return false
  return !(width === 1 && height === 1 && pressure === 0 && detail === 0 && pointerType === 'mouse')
}
