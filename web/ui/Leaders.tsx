import styles from './Leaders.module.css'

interface Props {
  lines: readonly { id: string; name: string; said: string }[]
}

/** Lines of a bill: dots lead from what each is called to what it is. */
export function Leaders({ lines }: Props) {
  return (
    <dl className={styles.leaders}>
      {lines.map(({ id, name, said }) => (
        <div key={id} data-line={id}>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
