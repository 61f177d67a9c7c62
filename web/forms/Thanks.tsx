import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { control, type Ending, everyField, type Turn } from '#engine/form/journey'
import type { End, ResolvedForm } from '#engine/form/model'
import { HiddenAnswers, Words } from '#engine/react'
import type { SectionView } from '#engine/site'
import { survey } from '#web/stores'
import { Drawing, LateStyles } from '#web/ui'
import shared from '../sections/section.module.css'
import { ArrivalHeading, endWords } from './ArrivalHeading.tsx'
import type { AnswersCopy } from './copy/AnswersCopy.tsx'
import styles from './Thanks.module.css'
import { Onwards, Stub } from './ThanksParts.tsx'

export interface ThanksProps {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  ending: Ending | undefined
  /** Who gets the answers, as a text with links. */
  recipients?: string | undefined
  /** The email address to withdraw by, where no mail comes that could be answered. */
  withdrawBy?: string | undefined
  /** What is known of the page that they lead to. */
  onward?: Extract<SectionView, { kind: 'form' }>['onward']
  /** 1 where the form has the page for itself, 2 where it stays in its place. */
  level: 1 | 2
  /** Whether it takes the focus. */
  arrives: boolean
  /** What draws the answers that were sent. */
  Copy?: typeof AnswersCopy | undefined
}

/** After the form was sent: that it arrived, what happens next, and one way on. */
export function Thanks({ id, form, ending, recipients, withdrawBy, onward, level, arrives, Copy }: ThanksProps) {
  const { thankYou, subscription, receipt } = form
  const { t } = useTranslation()
  const { title, text, alert } = endWords(form, ending, t)
  const { appointment, shown = [] } = ending ?? {}
  const isCalled = appointment !== undefined && !alert
  const link = (alert ?? thankYou)?.link
  const Heading = `h${level + 1}` as 'h2' | 'h3'
  const isPassedOn = recipients !== undefined && !subscription
  const next = alert ? undefined : thankYou?.prepare
  const withdrawals = alert
    ? []
    : [
        receipt ? t('thanksWithdraw') : [],
        withdrawBy === undefined
          ? []
          : t(isCalled ? 'thanksMoveBy' : 'thanksWithdrawBy', { email: `[${withdrawBy}](mailto:${withdrawBy})` }),
      ].flat()
  useEffect(() => survey.end(title, alert !== null), [title, alert])
  return (
    <section
      id={id}
      className={level === 1 ? `${styles.thanks} ${styles.whole}` : `${styles.thanks} ${shared.inPlace}`}
      data-subscribed={(subscription && !ending?.held) || undefined}
    >
      <LateStyles />
      <div className={`lw-slip ${styles.sent}`}>
        <div className={alert ? styles.alert : isPassedOn ? styles.done : undefined}>
          <ArrivalHeading {...{ id, level, arrives }}>{title}</ArrivalHeading>
          {(isCalled || shown.length > 0) && (
            <dl className={styles.shown}>
              {isCalled && (
                <div>
                  <dt>{appointment.title}</dt>
                  <dd>{appointment.words}</dd>
                  {appointment.calendar !== undefined && (
                    <dd>
                      <a href={appointment.calendar} download={`${form.id}.ics`}>
                        {t('thanksCalendar')}
                      </a>
                    </dd>
                  )}
                </div>
              )}
              {shown.map(({ title, words }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className="lw-lead">
            <Words text={text} />
          </p>
        </div>
        {next !== undefined && (
          <>
            <Heading className={styles.next}>{t('next')}</Heading>
            <p className={styles.step}>
              <Words text={next} />
            </p>
          </>
        )}
        <Stub reference={ending?.reference} recipients={isPassedOn && !alert ? recipients : undefined} />
        {ending?.copy && Copy && <Copy copy={ending.copy} heading={Heading} />}
      </div>
      {withdrawals.length > 0 && (
        <div className={styles.withdraw}>
          {withdrawals.map((each) => (
            <p key={each}>
              <Words text={each} />
            </p>
          ))}
          {isCalled && withdrawBy !== undefined && (
            <a
              className={`lw-button lw-button-quiet ${styles.onward}`}
              href={`mailto:${withdrawBy}?subject=${encodeURIComponent(`${t('thanksMove')} ${ending?.reference ?? ''}`)}`}
            >
              {t('thanksMove')}
            </a>
          )}
        </div>
      )}
      {level === 1 && !alert && (
        <div className={`lw-cover ${styles.scene}`}>
          <Drawing name={thankYou?.drawing ?? 'letterbox'} isStanding />
        </div>
      )}
      {link && alert && (
        <p className={styles.closing}>
          <a className={`lw-button ${styles.onward}`} href={link.to}>
            {link.label}
          </a>
        </p>
      )}
      {link && !alert && <Onwards to={link.to} label={link.label} page={onward} level={level} />}
    </section>
  )
}

interface TurnedAwayProps {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  turn: Turn & { kind: 'show' }
  end: End
  level: 1 | 2
  /** Whether it takes the focus. */
  arrives: boolean
}

/** For whom the form cannot serve: why, what to do instead, and the way back to the answers that say so. */
export function FormClosed({
  id,
  form,
  turn: { step, answers },
  end: { title, text, link, lead },
  level,
  arrives,
}: TurnedAwayProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.thanks}>
      <LateStyles />
      <div className={styles.alert}>
        <ArrivalHeading {...{ id, level, arrives }}>{title}</ArrivalHeading>
        <p className="lw-lead">
          <Words text={text} />
        </p>
      </div>
      <HiddenAnswers fields={everyField(form, answers)} answers={answers} locale={form.locale} />
      <div className="lw-buttons">
        {link && (
          <a className={`lw-button ${styles.onward}`} href={link.to}>
            {link.label}
          </a>
        )}
        <button
          type="submit"
          className={link ? 'lw-button lw-button-quiet' : 'lw-button'}
          name={control.go}
          value={control.to + step}
        >
          {t('changeAnswers')}
        </button>
        {lead && (
          <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.past}>
            {t('goOnAnyway')}
          </button>
        )}
      </div>
    </div>
  )
}
