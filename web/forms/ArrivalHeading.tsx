import type { ReactNode } from 'react'
import { alertOf, type Ending, heldWords } from '#engine/form/journey'
import type { Alert, ResolvedForm, Translate } from '#engine/form/model'
import { hereId } from '#engine/react'
import { focusOnArrival } from '#web/ui'

interface Props {
  /** The id of the section. */
  id: string
  /** 1 where the form has the page for itself, 2 where it stays in its place. */
  level: 1 | 2
  /** Whether it takes the focus. */
  arrives: boolean
  children: ReactNode
}

/** The heading of what takes a form's place. */
export function ArrivalHeading({ id, level, arrives, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <Heading
      id={hereId(id)}
      ref={arrives ? focusOnArrival : null}
      className="lw-heading"
      tabIndex={-1}
      autoFocus={arrives}
    >
      {children}
    </Heading>
  )
}

/** What is said once a form was sent, or in place of thanks: while it is held nothing was passed on yet. */
export function endWords(
  form: ResolvedForm,
  ending: Ending | undefined,
  t: Translate,
): Pick<Alert, 'title' | 'text'> & { alert: Pick<Alert, 'title' | 'text' | 'link'> | null } {
  const { thankYou } = form
  const alert = ending?.held
    ? { title: t(`${heldWords(form)}Title`), text: t(`${heldWords(form)}Text`) }
    : alertOf(thankYou, ending)
  const { title, text } = alert ?? {
    title: thankYou?.title ?? t('thanksTitle'),
    text: thankYou?.text ?? t('thanksText'),
  }
  return { title, text, alert }
}
