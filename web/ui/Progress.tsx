import { useNavigation } from 'react-router-dom'
import styles from './Progress.module.css'

/** A thin bar along the top while another page is on its way. Quick ones never show it; a form says itself that it waits. */
export function Progress() {
  return useNavigation().state === 'idle' ? null : <progress className={styles.waiting} aria-hidden />
}
