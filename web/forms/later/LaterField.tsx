import { ErrorMessage } from '#engine/react/templates/ErrorMessage.tsx'

interface Props {
  id: string
  name: string
  type: 'text' | 'email'
  autoComplete: string
  value: string
  label: string
  /** What is wrong with what was sent; null where nothing is. */
  problem: string | null
}

/** The one question of a form for later, which is no question of the form. */
export function LaterField({ id, name, type, autoComplete, value, label, problem }: Props) {
  const isWrong = problem !== null
  return (
    <div className={isWrong ? 'lw-field lw-field-wrong' : 'lw-field'}>
      <label className="lw-label" htmlFor={id}>
        {label}
      </label>
      <ErrorMessage id={`${id}-error`} message={problem ?? undefined} />
      <input
        className="lw-input"
        {...{ id, name, type, autoComplete }}
        defaultValue={value}
        maxLength={254}
        autoFocus={isWrong}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
      />
    </div>
  )
}
