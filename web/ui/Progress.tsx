import { observer } from 'mobx-react-lite'
import { useNavigation } from 'react-router-dom'
import { sending } from '../forms/sending.ts'
import styles from './Progress.module.css'

/** A thin bar along the top while another page is on its way. Quick ones never show it; what waits says so itself. */
export const Progress = observer(function Progress() {
  const isUnderWay = useNavigation().state !== 'idle' && sending.state !== 'waiting'
  return isUnderWay ? <progress className={styles.waiting} aria-hidden /> : null
})
