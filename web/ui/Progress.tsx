import { useNavigation } from 'react-router-dom'

/** A thin bar along the top while another page is on its way. Quick ones never show it (styles/layout.css). */
export function Progress() {
  const isWaiting = useNavigation().state !== 'idle'
  return isWaiting ? <progress className="waiting" aria-hidden /> : null
}
