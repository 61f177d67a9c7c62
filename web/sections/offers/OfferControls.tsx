import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { spanText } from '#engine/form/values'
import type { OfferView, PageView } from '#engine/site'
import type { FormOffers } from '#schemas/generated/form.ts'
import styles from './OfferControls.module.css'
import { type Choices, fewestSorted, filtersOf, parameters } from './offer-list.ts'
import type { OfferWords } from './offer-words.ts'

interface Props {
  id: string
  form: RefObject<HTMLFormElement | null>
  page: PageView
  /** All that are on the screen, filtered or not. */
  offers: readonly OfferView[]
  shows: FormOffers
  choices: Choices
  words: OfferWords
  onChange: () => void
}

/**
 * How the offers are sorted and filtered: a form that asks for an address, which scripts follow at once. Few offers are
 * neither, unless the address has asked for it: then the form only knows which are compared.
 */
export function OfferControls({ id, form, page: { path, locale }, offers, shows, choices, words, onChange }: Props) {
  const { t } = useTranslation('offers')
  const { excesses, terms, benefits } = filtersOf(offers, shows)
  const [{ currency = '' } = {}] = offers
  const isFiltered = choices.excess !== null || choices.term !== null || choices.benefits.length > 0
  // What was asked for may be gone from the offers by now.
  const [open] = useState(isFiltered)
  const [isAsked] = useState(isFiltered || choices.sort !== shows.sort[0])
  const asks = { ref: form, id, action: path, autoComplete: 'off', onChange }
  if (offers.length < fewestSorted && !isAsked) return <form {...asks} hidden />
  return (
    <form {...asks} className={styles.controls}>
      <details className="lw-more" open={open}>
        <summary>{t('controls')}</summary>
        <div className={styles.fields}>
          {shows.sort.length > 1 && (
            <label>
              <span>{t('sortBy')}</span>
              <select className="lw-input" name={parameters.sort} defaultValue={choices.sort}>
                {shows.sort.map((each) => (
                  <option key={each} value={each}>
                    {t(`sorts.${each}`)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {excesses.length > 0 && (
            <label>
              <span>{t('highestExcess')}</span>
              <select className="lw-input" name={parameters.excess} defaultValue={choices.excess ?? ''}>
                <option value="">{t('any')}</option>
                {excesses.map((each) => (
                  <option key={each} value={each}>
                    {t('upTo', { amount: words.amount(each, currency) })}
                  </option>
                ))}
              </select>
            </label>
          )}
          {terms.length > 0 && (
            <label>
              <span>{t('properties.term')}</span>
              <select className="lw-input" name={parameters.term} defaultValue={choices.term ?? ''}>
                <option value="">{t('any')}</option>
                {terms.map((each) => (
                  <option key={each} value={each}>
                    {spanText(each, locale)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {benefits.length > 0 && (
            <fieldset>
              <legend>{t('mustInclude')}</legend>
              {benefits.map((each) => (
                <label key={each} className="lw-check">
                  <input
                    type="checkbox"
                    name={parameters.benefits}
                    value={each}
                    defaultChecked={choices.benefits.includes(each)}
                  />
                  <span>{words.term(each)}</span>
                </label>
              ))}
            </fieldset>
          )}
          <noscript>
            <button type="submit" className="lw-button lw-button-quiet">
              {t('apply')}
            </button>
          </noscript>
        </div>
      </details>
    </form>
  )
}
