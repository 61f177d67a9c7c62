import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { wordParts } from '#engine/form/model'
import type { PageView } from '#engine/site'
import type { ArticleBlock, ArticlePart } from '#schemas/generated/article-text.ts'
import chips from '../../ui/Chips.module.css'
import blocksStyles from '../blog/Blocks.module.css'
import { Cards, Picture } from '../blog/Cards.tsx'
import shareStyles from '../blog/Share.module.css'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'
import styles from './ArticleSection.module.css'
import contentsStyles from './Contents.module.css'

/** An article of the blog, with what leads to it and on from it. */
export function ArticleSection({ section, view }: SectionProps<'article'>) {
  const { t } = useTranslation('blog')
  const { id, text, category, day, when, updated, minutes, cover, pictures, button, blog, related } = section
  const titled = text.sections.filter(({ title }) => title !== undefined)
  return (
    <article id={id} className={styles.article}>
      <div className={styles.opening}>
        <header className={styles.head}>
          {blog && (
            <p className={styles.trail}>
              <a href={blog.href}>{t('title')}</a> / <a href={blog.category}>{t(category)}</a>
            </p>
          )}
          <h1 className={styles.heading}>
            <Inline text={text.heading ?? text.title} />
          </h1>
          <p className={styles.about}>
            <time dateTime={day}>{when}</time>, {t('minread', { minutes })}
            {updated && (
              <>
                . <time dateTime={updated.day}>{t('updated', { day: updated.when })}</time>
              </>
            )}
          </p>
        </header>
        {cover !== null && (
          <div className={`lw-cover ${styles.cover}`}>
            <Picture src={cover} shows={text.cover} />
          </div>
        )}
      </div>
      <div className={styles.columns}>
        <div className={styles.aside}>
          {titled.length > 1 && <Contents section={id} sections={text.sections} />}
          {button && <Action button={button} />}
        </div>
        <div className={styles.prose}>
          <div className={styles.intro}>
            <Blocks blocks={text.intro} pictures={pictures} title={text.title} />
          </div>
          {text.sections.map((part, index) => (
            <div key={partId(id, index)} id={partId(id, index)} className={styles.part}>
              {part.title !== undefined && (
                <h2 className={styles.title}>
                  <b>{titled.indexOf(part) + 1}</b> <span>{part.title}</span>
                </h2>
              )}
              <Blocks blocks={part.blocks} pictures={pictures} title={part.title ?? text.title} />
            </div>
          ))}
          <div className={`lw-slip ${styles.slip}`}>
            <Blocks blocks={text.conclusion} pictures={pictures} title={text.title} />
            {button && <Action button={button} />}
          </div>
          <Share view={view} title={text.title} />
        </div>
      </div>
      {related.length > 0 && (
        <section className={`${shared.frame} ${shared.wide} ${styles.related}`} aria-labelledby={`${id}-related`}>
          <h2 id={`${id}-related`} className={shared.title}>
            {t('relatedhead')}
          </h2>
          <div className={shared.body}>
            <p>{t('relatedmess')}</p>
            <Cards cards={related} heading="h3" />
          </div>
        </section>
      )}
    </article>
  )
}

/** The button of an article, with a line that says what it leads to. */
function Action({ button }: { button: NonNullable<SectionProps<'article'>['section']['button']> }) {
  const { t } = useTranslation('blog')
  return (
    <div className={styles.next}>
      <a className={`lw-button ${styles.action}`} href={button.href} data-click-id={button.clickId}>
        {button.label}
      </a>
      <p>{t('next')}</p>
    </div>
  )
}

/** The id of a section of an article, which its contents lead to. */
export function partId(article: string, index: number): string {
  return `${article}-${index + 1}`
}

/** A text of an article: words with links, **bold**, *emphasis*, and [terms](lang:es) of another language. */
export function Inline({ text }: { text: string }) {
  return text
    .split(/(\*\*.+?\*\*|\*.+?\*)/)
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = `${index} ${part}`
      if (part.startsWith('**'))
        return (
          <strong key={key}>
            <Parts text={part.slice(2, -2)} />
          </strong>
        )
      if (!part.startsWith('*')) return <Parts key={key} text={part} />
      return (
        <em key={key}>
          <Parts text={part.slice(1, -1)} />
        </em>
      )
    })
}

function Parts({ text }: { text: string }) {
  return wordParts(text).map((part) => {
    if (typeof part === 'string') return part
    const { label, target } = part
    const language = /^lang:(\w+)$/.exec(target)?.[1]
    if (language === undefined)
      return (
        <a key={target + label} href={target}>
          {label}
        </a>
      )
    return (
      <i key={label} lang={language}>
        {label}
      </i>
    )
  })
}

/** What stands in an article, with the numbers of its sections. */
function Contents({ section, sections }: { section: string; sections: readonly ArticlePart[] }) {
  const { t } = useTranslation('blog')
  const heading = `${section}-contents`
  const titled = sections.flatMap(({ title }, index) => (title === undefined ? [] : [{ title, index }]))
  return (
    <nav className={contentsStyles.contents} aria-labelledby={heading}>
      <h2 id={heading} className={contentsStyles.head}>
        {t('contents')}
      </h2>
      {/* On a phone the list is folded. */}
      <details className="lw-fold">
        <summary>{t('contents')}</summary>
        <ol>
          {titled.map(({ title, index }, number) => (
            <li key={title}>
              <a href={`#${partId(section, index)}`}>
                <b>{number + 1}</b> <span>{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

/**
 * Ways to pass an article on: plain links, and the device's own way and the clipboard where a browser has them
 * (share.ts). No script of any network is loaded.
 */
function Share({ view, title }: { view: PageView; title: string }) {
  const { t } = useTranslation('blog')
  useEffect(() => void import('../blog/share.ts').then(({ offerSharing }) => offerSharing()), [])
  const { origin } = view.brand
  if (origin === null) return null
  const url = encodeURIComponent(origin + view.path)
  const text = encodeURIComponent(title)
  return (
    <section className={shareStyles.share} aria-labelledby="share">
      <h2 id="share" className={shareStyles.head}>
        {t('sharehead')}
      </h2>
      <p>{t('sharemess')}</p>
      <ul className={`${chips.row} ${shareStyles.ways}`} data-share={origin + view.path} data-title={title}>
        <li hidden suppressHydrationWarning>
          <button type="button" className={chips.chip} data-way="device">
            {t('device')}
          </button>
        </li>
        <li hidden suppressHydrationWarning>
          <button type="button" className={chips.chip} data-way="copy" aria-live="polite">
            <span className={shareStyles.before}>{t('copy')}</span>
            <span className={shareStyles.after}>{t('copied')}</span>
          </button>
        </li>
        <li>
          <a className={chips.chip} href={`mailto:?subject=${text}&body=${url}`}>
            {t('mail')}
          </a>
        </li>
        <li>
          <a
            className={chips.chip}
            href={`https://wa.me/?text=${text}%20${url}`}
            rel="noopener nofollow"
            target="_blank"
          >
            WhatsApp<span className="lw-hidden"> {t('newWindow')}</span>
          </a>
        </li>
        <li>
          <a
            className={chips.chip}
            href={`https://www.facebook.com/sharer/sharer.php?u=${url}`}
            rel="noopener nofollow"
            target="_blank"
          >
            Facebook<span className="lw-hidden"> {t('newWindow')}</span>
          </a>
        </li>
      </ul>
    </section>
  )
}

interface Props {
  blocks: readonly ArticleBlock[]
  /** The addresses of drawings, by id. */
  pictures: Readonly<Record<string, string>>
  /** What stands above them: a table that is wider than a phone is called so. */
  title: string
}

/** The paragraphs, lists, tables, figures and pictures of an article. */
function Blocks({ blocks, pictures, title }: Props) {
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
      <h3 className={blocksStyles.subheading}>
        <Inline text={block.subheading} />
      </h3>
    )
  if ('list' in block)
    return (
      <ul className={blocksStyles.list}>
        <Items texts={block.list} />
      </ul>
    )
  if ('steps' in block)
    return (
      <ol className={blocksStyles.list}>
        <Items texts={block.steps} />
      </ol>
    )
  if ('head' in block) return <Table head={block.head} rows={block.rows} title={title} />
  if ('picture' in block)
    return (
      <div className={blocksStyles.picture}>
        <Picture src={pictures[block.picture] ?? ''} shows={block.shows} />
      </div>
    )
  return (
    <p className={blocksStyles.figure}>
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

const dense = `${blocksStyles.table} ${blocksStyles.dense}`
const stacked = `${blocksStyles.table} ${blocksStyles.stacked}`

/** Whether a cell is a figure, with a short unit, or an amount that is so much more or less: it lines up at its end. */
function isFigure(cell: string): boolean {
  const figure = cell.replaceAll('*', '')
  return (
    /^[£€]?\s?\d[\d.,\s]*(\p{L}{0,3}|[%€])$/u.test(figure) ||
    (/[£€]/.test(figure) && /^[£€]?\s?\d[\d.,\s]*€?(\s\p{L}+){1,2}$/u.test(figure))
  )
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
  const numeric = head.map((_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return column > 0 && cells.length > 0 && cells.every(isFigure)
  })
  // A name, one text and two figures: on a phone the text is below the name.
  const isStacked = head.length === 4 && numeric[1] === false && numeric[2] === true && numeric[3] === true
  const most = largest(rows.map((row) => row[numeric.indexOf(true)] ?? ''))
  const className = isStacked ? stacked : head.length > 3 ? dense : blocksStyles.table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is moved sideways is reached by the keyboard
    <section className={className} aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) =>
              cell === '' ? (
                <td key={cell} />
              ) : (
                <th key={cell} scope="col" className={numeric[column] ? blocksStyles.number : undefined}>
                  <Inline text={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells], index) => (
            <tr key={[first, ...cells].join(' ')} className={index < most ? blocksStyles.most : undefined}>
              <th scope="row">
                <Inline text={first} />
              </th>
              {cells.map((cell, column) => (
                <td
                  key={head[column + 1]}
                  data-head={head[column + 1]?.replaceAll('*', '')}
                  className={numeric[column + 1] ? blocksStyles.number : undefined}
                >
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

/** How many of the first rows of a ranking have at least half of its largest figure; 0 where it is none. */
function largest(cells: readonly string[]): number {
  const figures = cells.map((cell) => Number(cell.replaceAll(/\D/g, '')))
  const [first = 0] = figures
  const isRanking = figures.length > 5 && figures.every((figure, index) => figure <= (figures[index - 1] ?? figure))
  return isRanking && first > 0 ? figures.filter((figure) => figure >= first / 2).length : 0
}

/** As large as a figure is, its unit may stand on the next line; a word would break within otherwise. */
function breakable(figure: string): string {
  return figure.replaceAll('\u00a0', ' ')
}
