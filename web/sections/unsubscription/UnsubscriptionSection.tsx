import { ErrorMessage } from '#engine/react'
import { pressed } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionButton } from '../SectionButton.tsx'
import { SectionFrame } from '../SectionFrame.tsx'

/** Unsubscribing: one button, or a field for the address. It posts to its own address, which holds the token, as HTML does. */
export function UnsubscriptionSection({ section, view }: SectionProps<'unsubscription'>) {
  const { id, link, address } = section
  return (
    <SectionFrame section={section} view={view}>
      {link && <SectionButton kind={section.kind} label={link.button} />}
      {address && (
        <form method="post" className="lw-fields" noValidate>
          <AddressField id={`${id}-address`} {...address} />
          <div className="lw-buttons">
            <button type="submit" className="lw-button" name={pressed} value={section.kind}>
              {address.button}
            </button>
          </div>
        </form>
      )}
    </SectionFrame>
  )
}

function AddressField({ id, label, error }: { id: string; label: string; error: string | null }) {
  const isWrong = error !== null
  return (
    <div className={isWrong ? 'lw-field lw-field-wrong' : 'lw-field'}>
      <label className="lw-label" htmlFor={id}>
        {label}
      </label>
      <ErrorMessage id={`${id}-error`} message={error ?? undefined} />
      <input
        className="lw-input"
        id={id}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        autoFocus={isWrong}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
      />
    </div>
  )
}
