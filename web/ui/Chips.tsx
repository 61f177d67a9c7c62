import styles from './Chips.module.css'

interface Props {
  /** What the choice is about. */
  label: string
  chips: readonly { id: string; text: string; href: string; isChosen: boolean }[]
}

/** Addresses to choose by, the present one marked. */
export function Chips({ label, chips }: Props) {
  return (
    <nav aria-label={label}>
      <ul className={styles.row}>
        {chips.map(({ id, text, href, isChosen }) => (
          <li key={id}>
            <a className={styles.chip} href={href} aria-current={isChosen ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
