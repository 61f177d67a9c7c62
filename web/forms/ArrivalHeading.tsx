import type { ReactNode } from 'react'
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

/** The heading of what stands in a form's place. */
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
