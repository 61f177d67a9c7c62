import { observer } from 'mobx-react-lite'
import { progress } from '#web/stores'
import styles from './Progress.module.css'

/** A thin bar along the top while something is on its way. Quick waits never show it; a form says itself that it waits. */
export const Progress = observer(function Progress() {
  const { bar } = progress
  if (bar === null) return null
  const className = bar.hasFailed ? `${styles.bar} ${styles.failed}` : styles.bar
  return <progress className={className} max={100} value={bar.percent} aria-hidden />
})
