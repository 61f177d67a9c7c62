import { currencySign } from '#engine/form/values/numbers.ts'
import { describedBy } from '#engine/react/control-id.ts'
import { ErrorMessage } from '#engine/react/templates/ErrorMessage.tsx'
import { type Asked, longestAsked } from '#engine/site/asked.ts'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './SavingsCheckSection.module.css'

interface Props {
  section: SectionProps<'savings-check'>['section']
  locale: string
  asked: Asked
  mistake: string | undefined
}

/** What is paid, and how often. */
export function BillField({ section, locale, asked, mistake }: Props) {
  const { question, hint, monthly, yearly, currency } = section
  const { sign, before } = currencySign(currency, locale)
  const id = `${section.id}-bill`
  const isWrong = mistake !== undefined
  return (
    <fieldset className={isWrong ? 'lw-field lw-field-wrong' : 'lw-field'}>
      <legend className="lw-label" id={`${id}-question`}>
        {question}
      </legend>
      {hint !== undefined && (
        <p className="lw-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorMessage id={`${id}-error`} message={mistake} />
      <div className={before ? 'lw-amount lw-amount-before' : 'lw-amount'}>
        <input
          className="lw-input lw-input-short"
          id={id}
          name="bill"
          inputMode="decimal"
          autoComplete="off"
          maxLength={longestAsked}
          defaultValue={asked.bill ?? ''}
          aria-labelledby={`${id}-question`}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy(id, hint !== undefined, isWrong, true)}
        />
        <span className="lw-unit" id={`${id}-unit`}>
          {sign}
        </span>
      </div>
      <div className={`lw-options ${styles.per}`}>
        {Object.entries({ month: monthly, year: yearly }).map(([per, words]) => (
          <label className="lw-option" key={per}>
            <input type="radio" name="per" value={per} defaultChecked={(asked.per ?? 'month') === per} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
