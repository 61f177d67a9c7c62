import { type FormEvent, useState } from 'react'
import { amountText, currencySign } from '#engine/form/values'
import { describedBy, ErrorMessage, Words } from '#engine/react'
import { type Asked, askedBy, billReads, longestAsked, savingOf } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './SavingsCheckSection.module.css'
import savingsRangeStyles from './SavingsRange.module.css'

/**
 * A slip for the bill, and what could be saved of it. Without a script it is asked for at an address of its own; with
 * one, nothing leaves the browser.
 */
export function SavingsCheckSection({ section, view }: SectionProps<'savings-check'>) {
  const { id, maximum, currency, action, example, monthly, conditions, mistakes } = section
  const { locale, path } = view
  const [asked, ask] = useState(section.asked)
  const savingIn = (bill: Asked) => savingOf(bill, maximum, { locale, currency })
  const saving = savingIn(asked)
  const sample = example && asked.bill === undefined ? savingIn({ bill: String(example.bill), per: 'month' }) : null
  const reckon = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const bill = askedBy(billReads, new URLSearchParams([...new FormData(form)] as [string, string][]))
    ask(bill)
    if ('mistake' in (savingIn(bill) ?? {})) form.querySelector('input')?.focus()
  }
  return (
    <SectionFrame section={section} view={view}>
      <form className={`lw-slip ${styles.slip}`} action={`${path}#${id}`} onSubmit={reckon} noValidate>
        <div>
          <BillField
            {...{ section, locale, asked }}
            mistake={saving && 'mistake' in saving ? mistakes[saving.mistake] : undefined}
          />
          <button type="submit" className={`lw-button lw-button-quiet ${styles.action}`}>
            {action}
          </button>
        </div>
        <div className={styles.said}>
          <output htmlFor={`${id}-bill`}>
            {saving && 'upTo' in saving && <SavingsRange {...{ section, locale }} upTo={saving.upTo} />}
          </output>
          {example && sample && 'upTo' in sample && (
            <div>
              <p className={styles.example}>
                {example.label} {amountText(example.bill, locale, currency)} {monthly}
              </p>
              <SavingsRange {...{ section, locale }} upTo={sample.upTo} />
            </div>
          )}
          {Object.entries(conditions).map(([condition, { text }]) => (
            <p key={condition}>
              <Words text={text} />
            </p>
          ))}
        </div>
      </form>
    </SectionFrame>
  )
}

interface Props {
  section: SectionProps<'savings-check'>['section']
  locale: string
  asked: Asked
  mistake: string | undefined
}

/** What is paid, and how often. */
function BillField({ section, locale, asked, mistake }: Props) {
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

interface SavingsRangeProps {
  section: SectionProps<'savings-check'>['section']
  locale: string
  /** A year, in the section's currency. */
  upTo: number
}

/** From nothing up to what may be saved, beside the most that anybody is told. */
function SavingsRange({ section, locale, upTo }: SavingsRangeProps) {
  const { maximum, currency, result, yearly } = section
  const amounts = maximum.filter((limit) => typeof limit === 'number')
  const text = (amount: number) => amountText(amount, locale, currency)
  const most = amounts.length > 0 ? Math.min(...amounts) : null
  return (
    <>
      <span className={savingsRangeStyles.result}>{result}</span>{' '}
      <b className={savingsRangeStyles.range}>{upTo === 0 ? text(0) : `${text(0)} – ${text(upTo)}`}</b> {yearly}{' '}
      {most !== null && (
        <span className={savingsRangeStyles.scale} aria-hidden="true">
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect className={savingsRangeStyles.all} width="100" height="10" />
            <rect className={savingsRangeStyles.part} width={(100 * upTo) / most} height="10" />
          </svg>
          <span>{text(0)}</span> <span>{text(most)}</span>
        </span>
      )}
    </>
  )
}
