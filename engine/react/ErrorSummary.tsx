import type { Translate } from '#engine/form/journey/sentence.ts'
import type { ResolvedField } from '#engine/form/model/form.ts'
import { controlId, hereId } from './control-id.ts'

/** What a summary says of one field; of none where the form does not ask what is complained of. */
export interface FieldError {
  field: ResolvedField | null
  message: string
}

interface Props {
  /** Begins the ids of the form. */
  prefix: string
  errors: readonly FieldError[]
  t: Translate
}

/**
 * All problems of a step at its top, each a link to its field; it takes the focus.
 * @see https://design-system.service.gov.uk/components/error-summary/
 */
export function ErrorSummary({ prefix, errors, t }: Props) {
  if (errors.length === 0) return null
  return (
    <div
      id={hereId(prefix)}
      className="lw-summary"
      role="alert"
      tabIndex={-1}
      autoFocus
      aria-labelledby={`${prefix}:summary`}
    >
      <h2 id={`${prefix}:summary`}>{t('problemTitle')}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field?.id ?? message}>{field ? <a href={`#${controlId(prefix, field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}
