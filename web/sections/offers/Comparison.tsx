import { useTranslation } from 'react-i18next'
import type { OfferView, ResultsView } from '#engine/site'
import styles from './Comparison.module.css'
import { Lines } from './OfferCard.tsx'
import { coversOf, includes } from './offer-list.ts'
import type { OfferWords } from './offer-words.ts'

interface Props {
  /** Two or three. */
  offers: readonly OfferView[]
  view: ResultsView
  words: OfferWords
  heading: 'h2' | 'h3'
}

/** Offers side by side. On a phone the name of each row is above its values, so that nothing scrolls sideways. */
export function Comparison({ offers, view, words, heading: Heading }: Props) {
  const { t } = useTranslation('offers')
  const { card, compare = card } = view.shows
  const rows = compare.filter((property) => offers.some((offer) => words.says(offer, property).length > 0))
  return (
    <section id="comparison" className={styles.comparison} tabIndex={-1} aria-labelledby="comparison-title">
      <Heading id="comparison-title">{t('sideBySide')}</Heading>
      <table className={styles.table} data-columns={offers.length}>
        <thead>
          <tr>
            <td />
            {offers.map(({ key, provider, product }) => (
              <th key={key} scope="col">
                <b>{product}</b> <span>{provider}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((property) =>
            property === 'benefits' ? (
              <Benefits key={property} offers={offers} words={words} />
            ) : (
              <tr key={property}>
                <th scope="row">{t(`properties.${property}`)}</th>
                {offers.map((offer) => (
                  <td key={offer.key} className={property === 'price' ? styles.price : undefined}>
                    <Lines lines={words.says(offer, property)} />
                    {words.says(offer, property).length === 0 && <span className={styles.unsaid}>{t('notSaid')}</span>}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

/** A row for each thing that one of the offers includes. */
function Benefits({ offers, words }: Pick<Props, 'offers' | 'words'>) {
  const { t } = useTranslation('offers')
  return coversOf(offers).map((benefit) => (
    <tr key={benefit}>
      <th scope="row">{words.term(benefit)}</th>
      {offers.map((offer) => {
        const is = includes(offer, benefit)
        return (
          <td key={offer.key} data-is={is} className={is === 'included' ? styles.included : styles.unsaid}>
            {t(is)}
          </td>
        )
      })}
    </tr>
  ))
}
