import { useEffect } from 'react'
import { calculatorId } from '#engine/site'
import { tell } from '#web/consent'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './CalculatorSection.module.css'

/** Another company's calculator: a place that its frame fills once that is consented to, and a link to it. */
export function CalculatorSection({ section, view }: SectionProps<'calculator'>) {
  const { address, category, height, words } = section
  const id = calculatorId(view.id, section.id)
  // Pages whose address may hold a token load nothing of others.
  const isLoaded = view.scripts.some((script) => script.id === id)
  useEffect(() => tell('leadwright:place', null), [])
  return (
    <SectionFrame section={section} view={view}>
      {isLoaded && (
        <div className={styles.room}>
          {/* Keeps the height free: no policy forbids the attribute of a drawing. */}
          <svg width="1" height={height} aria-hidden="true" focusable="false" />
          <div className={styles.ask} data-needs={category}>
            <p>{words.ask}</p>
            <button type="button" className="lw-button lw-button-quiet" data-cookie-settings="">
              {words.show}
            </button>
          </div>
          {/* Its frame may come before React takes the page over, which then asks nothing of what is within. */}
          <div
            className={styles.place}
            data-frame={id}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing
            dangerouslySetInnerHTML={{ __html: '' }}
          />
        </div>
      )}
      <p>
        {words.told}{' '}
        <a href={address} rel="sponsored noopener">
          {words.open}
        </a>
      </p>
    </SectionFrame>
  )
}
