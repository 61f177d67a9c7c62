import { useNavigation } from 'react-router-dom'
import styles from './Progress.module.css'

/** A thin bar along the top while another page is on its way. Quick ones never show it. */
export function Progress() {
  const isWaiting = useNavigation().state !== 'idle'
  return isWaiting ? <progress className={styles.waiting} aria-hidden /> : null
}
