import styles from './Mark.module.css'

/** The brand's sign: a bill with its corner turned, in one stroke. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h4" />
    </svg>
  )
}
