import { cloneElement, type ReactElement } from 'react'
import type { AddressHelp } from '#engine/form/journey'
import type { Translate } from '#engine/form/model'
import { listText } from '#engine/form/values'

/** The most towns of a postal code that a sentence names. */
const mostTowns = 3

export interface LookedUpProps {
  id: string
  /** The field's id. */
  name: string
  input: ReactElement<{ 'aria-describedby'?: string | undefined; list?: string }>
  help: AddressHelp | undefined
  locale: string
  t: Translate
}

/** The input of a town or street that is looked up, with suggestions, and a warning that does not block. */
export function LookedUp({ id, name, input, help, locale, t }: LookedUpProps) {
  const suggestions = help?.suggestions[name] ?? []
  const { kind, postalCode, towns = [] } = help?.notes[name] ?? {}
  const named = listText(towns.slice(0, mostTowns), locale, 'or')
  const described = [input.props['aria-describedby'] ?? [], `${id}-note`].flat().join(' ')
  return (
    <>
      {cloneElement(input, {
        'aria-describedby': described,
        ...(suggestions.length > 0 && { list: `${id}-list` }),
      })}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <p
        id={`${id}-note`}
        className={kind === 'other' ? 'lw-remark lw-remark-warning' : 'lw-remark'}
        aria-live="polite"
      >
        {kind && t(kind === 'other' ? 'townOther' : 'townFilled', { postalCode, towns: named })}
      </p>
    </>
  )
}
