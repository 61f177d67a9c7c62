import type { ArticleBlock } from '#schemas/generated/article-text.ts'
import { Inline } from '../article/ArticleSection.tsx'
import styles from './Blocks.module.css'
import { Picture } from './Picture.tsx'

interface Props {
  blocks: readonly ArticleBlock[]
  /** The addresses of drawings, by id. */
  pictures: Readonly<Record<string, string>>
  /** What stands above them: a table that is wider than a phone is called so. */
  title: string
}

/** The paragraphs, lists, tables, figures and pictures of an article. */
export function Blocks({ blocks, pictures, title }: Props) {
  return blocks.map((block) => <Block key={JSON.stringify(block)} block={block} pictures={pictures} title={title} />)
}

function Block({ block, pictures, title }: Omit<Props, 'blocks'> & { block: ArticleBlock }) {
  if ('paragraph' in block)
    return (
      <p>
        <Inline text={block.paragraph} />
      </p>
    )
  if ('subheading' in block)
    return (
      <h3 className={styles.subheading}>
        <Inline text={block.subheading} />
      </h3>
    )
  if ('list' in block)
    return (
      <ul className={styles.list}>
        <Items texts={block.list} />
      </ul>
    )
  if ('steps' in block)
    return (
      <ol className={styles.list}>
        <Items texts={block.steps} />
      </ol>
    )
  if ('head' in block) return <Table head={block.head} rows={block.rows} title={title} />
  if ('picture' in block)
    return (
      <div className={styles.picture}>
        <Picture src={pictures[block.picture] ?? ''} shows={block.shows} />
      </div>
    )
  return (
    <p className={styles.figure}>
      <b>
        <Inline text={breakable(block.figure)} />
      </b>{' '}
      <span>
        <Inline text={block.condition} />
      </span>
    </p>
  )
}

function Items({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <li key={text}>
      <Inline text={text} />
    </li>
  ))
}

function Table({
  head,
  rows,
  title,
}: {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  title: string
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is moved sideways is reached by the keyboard
    <section className={styles.table} aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) =>
              cell === '' ? (
                <td key={cell} />
              ) : (
                <th key={cell} scope="col">
                  <Inline text={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells]) => (
            <tr key={[first, ...cells].join(' ')}>
              <th scope="row">
                <Inline text={first} />
              </th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** As large as a figure is, its unit may stand on the next line; a word would break within otherwise. */
function breakable(figure: string): string {
  return figure.replaceAll('\u00a0', ' ')
}
