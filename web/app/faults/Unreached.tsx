import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router-dom'
import { unreached } from '../../forms/unreached.ts'
import { focusHeading } from '../../ui/focus-heading.ts'
import styles from './Unreached.module.css'

/** Says over the page that was kept that another one could not be loaded, and offers to try again. */
export const Unreached = observer(function Unreached() {
  return unreached.kept === null ? null : <Offer key={unreached.misses} kept={unreached.kept} />
})

function Offer({ kept }: { kept: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  const element = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const data = useLoaderData()
  // Going to a new address scrolls to the top, and a step that is drawn anew takes the focus: this comes after both.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever either is the case
  useEffect(() => {
    scrollTo(0, unreached.scrolled)
    element.current?.focus({ preventScroll: true })
  }, [key, data])
  const stay = () => {
    void navigate(kept, { replace: true, preventScrollReset: true })
    focusHeading()
  }
  return (
    <section ref={element} className={styles.unreached} role="alert" tabIndex={-1} aria-labelledby="unreached">
      <h2 id="unreached">{t('unreachedTitle')}</h2>
      <p>{t('unreachedText')}</p>
      <div className={styles.choices}>
        <button type="button" className="lw-button" aria-disabled={!isIdle} onClick={() => void revalidate()}>
          {t('tryAgain')}
        </button>
        <button type="button" className="lw-button lw-button-quiet" onClick={stay}>
          {t('stay')}
        </button>
      </div>
    </section>
  )
}
