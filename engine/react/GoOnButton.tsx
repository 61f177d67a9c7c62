import { control } from '#engine/form/journey/turn.ts'

/** Whether a turn is under way, or waits to be tried again. */
export type Pressed = 'no' | 'under way' | 'waiting'

interface Props {
  words: string
  /** What it says while a turn is under way, and before the next try. */
  wait: string
  again: string
  pressed: Pressed | undefined
}

/**
 * The button that goes on. What it says at rest and while it is busy takes its room always (form.css), so that nothing
 * moves when that changes. It stays enabled: a disabled button loses the focus.
 */
export function GoOnButton({ words, wait, again, pressed = 'no' }: Props) {
  const isBusy = pressed === 'under way'
  const said = isBusy ? wait : pressed === 'waiting' ? again : words
  return (
    <button
      type="submit"
      className="lw-button lw-button-on"
      name={control.go}
      value="on"
      aria-disabled={isBusy || undefined}
      data-words={words}
      data-wait={wait}
    >
      <span>{said}</span>
    </button>
  )
}
