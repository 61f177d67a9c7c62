import { useTranslation } from 'react-i18next'
import { goneResults } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'

/** The offers that partners answered a visitor's form with. */
export function OffersSection({ section, view, results }: SectionProps<'offers'>) {
  const { t } = useTranslation()
  if (!results) return null
  if (results === goneResults)
    return (
      <SectionFrame section={section} view={view}>
        {t('offers:gone')}
      </SectionFrame>
    )
  return (
    <SectionFrame section={section} view={view}>
      <ul>
        {results.offers.map((offer) => (
          <li key={offer.key}>{offer.product}</li>
        ))}
      </ul>
    </SectionFrame>
  )
}
