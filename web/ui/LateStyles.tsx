import { useContext } from 'react'
import { ShellContext } from '#web/page'

/** What is drawn with this waits for the late styles, where the page did not come with them. */
export function LateStyles() {
  return <link rel="stylesheet" href={useContext(ShellContext).lateStyles} precedence="late" />
}
