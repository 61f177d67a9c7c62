import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import type { SectionView } from '#engine/site'
import { Drawing } from '#web/ui'
import styles from './Thanks.module.css'

interface OnwardsProps {
  /** The address of the page. */
  to: string | undefined
  label: string
  /** What is known of that page. */
  page: Extract<SectionView, { kind: 'form' }>['onward']
  /** That of the heading above. */
  level: 1 | 2
}

/** The next comparison, below the thanks: a card of which all can be pressed. */
export function Onwards({ to, label, page, level }: OnwardsProps) {
  const { t } = useTranslation()
  const Heading = `h${level + 1}` as 'h2' | 'h3'
  return (
    <div className={styles.onwards}>
      <Drawing name={page?.drawing ?? 'comparison'} />
      <Heading>{t('thanksOnward')}</Heading>
      <p>
        <a href={to}>{label}</a>
      </p>
      {page?.text !== undefined && (
        <p className={styles.reason}>
          <Words text={page.text} />
        </p>
      )}
    </div>
  )
}

interface StubProps {
  /** What the visitor calls the lead by. */
  reference: string | undefined
  /** Who gets the answers, as a text with links. */
  recipients: string | undefined
}

/** What to keep of the thanks: the reference, and who has the answers. */
export function Stub({ reference, recipients }: StubProps) {
  const { t } = useTranslation()
  if (reference === undefined && recipients === undefined) return null
  return (
    <div className={styles.stub}>
      {reference !== undefined && (
        <p>
          {t('thanksReference')} <strong className={styles.reference}>{reference}</strong>
        </p>
      )}
      {recipients !== undefined && (
        <p className={styles.recipients}>
          <Words text={t('submitNote', { recipients })} />
        </p>
      )}
    </div>
  )
}
