import { type FormEvent, useState } from 'react'
import { Words } from '#engine/react/Words.tsx'
import { type Asked, askedBy } from '#engine/site/asked.ts'
import { billReads, savingOf } from '#engine/site/savings/saving.ts'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { BillField } from './BillField.tsx'
import styles from './SavingsCheckSection.module.css'
import { SavingsRange } from './SavingsRange.tsx'

/**
 * A slip for the bill, and what could be saved of it. Without a script it is asked for at an address of its own; with
 * one, nothing leaves the browser.
 */
export function SavingsCheckSection({ section, view }: SectionProps<'savings-check'>) {
  const { id, maximum, currency, action, conditions, mistakes } = section
  const { locale, path } = view
  const [asked, ask] = useState(section.asked)
  const savingIn = (bill: Asked) => savingOf(bill, maximum, { locale, currency })
  const saving = savingIn(asked)
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
