import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/site/page-view.ts'
import chips from '../../ui/Chips.module.css'
import styles from './Share.module.css'

/**
 * Ways to pass an article on: plain links, and the device's own way and the clipboard where a browser has them
 * (share.ts). No script of any network is loaded.
 */
export function Share({ view, title }: { view: PageView; title: string }) {
  const { t } = useTranslation('blog')
  useEffect(() => void import('./share.ts').then(({ offerSharing }) => offerSharing()), [])
  const { origin } = view.brand
  if (origin === null) return null
  const url = encodeURIComponent(origin + view.path)
  const text = encodeURIComponent(title)
  return (
    <section className={styles.share} aria-labelledby="share">
      <h2 id="share" className={styles.head}>
        {t('sharehead')}
      </h2>
      <p>{t('sharemess')}</p>
      <ul className={`${chips.row} ${styles.ways}`} data-share={origin + view.path} data-title={title}>
        <li hidden suppressHydrationWarning>
          <button type="button" className={chips.chip} data-way="device">
            {t('device')}
          </button>
        </li>
        <li hidden suppressHydrationWarning>
          <button type="button" className={chips.chip} data-way="copy" aria-live="polite">
            <span className={styles.before}>{t('copy')}</span>
            <span className={styles.after}>{t('copied')}</span>
          </button>
        </li>
        <li>
          <a className={chips.chip} href={`mailto:?subject=${text}&body=${url}`}>
            {t('mail')}
          </a>
        </li>
        <li>
          <a
            className={chips.chip}
            href={`https://wa.me/?text=${text}%20${url}`}
            rel="noopener nofollow"
            target="_blank"
          >
            WhatsApp<span className="lw-hidden"> {t('newWindow')}</span>
          </a>
        </li>
        <li>
          <a
            className={chips.chip}
            href={`https://www.facebook.com/sharer/sharer.php?u=${url}`}
            rel="noopener nofollow"
            target="_blank"
          >
            Facebook<span className="lw-hidden"> {t('newWindow')}</span>
          </a>
        </li>
      </ul>
    </section>
  )
}
