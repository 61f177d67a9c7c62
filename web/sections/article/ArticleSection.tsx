import { useTranslation } from 'react-i18next'
import { wordParts } from '#engine/form/model/links.ts'
import { Blocks } from '../blog/Blocks.tsx'
import { Cards } from '../blog/Cards.tsx'
import { categoryKey } from '../blog/category-key.ts'
import { Picture } from '../blog/Picture.tsx'
import { Share } from '../blog/Share.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'
import styles from './ArticleSection.module.css'
import { Contents } from './Contents.tsx'

/** An article of the blog, with what leads to it and on from it. */
export function ArticleSection({ section, view }: SectionProps<'article'>) {
  const { t } = useTranslation('blog')
  const { id, text, category, day, when, updated, minutes, cover, pictures, button, blog, related } = section
  const titled = text.sections.filter(({ title }) => title !== undefined)
  return (
    <article id={id} className={styles.article}>
      <header className={styles.head}>
        {blog && (
          <p className={styles.trail}>
            <a href={blog.href}>{t('title')}</a> / <a href={blog.category}>{t(categoryKey[category])}</a>
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
        <div className={styles.cover}>
          <Picture src={cover} shows={text.cover} />
        </div>
      )}
      <div className={styles.columns}>
        {titled.length > 1 && <Contents section={id} sections={text.sections} />}
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
            {button && (
              <a className={`lw-button ${styles.action}`} href={button.href} data-click-id={button.clickId}>
                {button.label}
              </a>
            )}
          </div>
          <Share view={view} title={text.title} />
        </div>
      </div>
      {related.length > 0 && (
        <section className={`${shared.frame} ${styles.related}`} aria-labelledby={`${id}-related`}>
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
