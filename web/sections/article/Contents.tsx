import { useTranslation } from 'react-i18next'
import type { ArticlePart } from '#schemas/generated/article-text.ts'
import { partId } from './ArticleSection.tsx'
import styles from './Contents.module.css'

/** What stands in an article, with the numbers of its sections. */
export function Contents({ section, sections }: { section: string; sections: readonly ArticlePart[] }) {
  const { t } = useTranslation('blog')
  const heading = `${section}-contents`
  const titled = sections.flatMap(({ title }, index) => (title === undefined ? [] : [{ title, index }]))
  return (
    <nav className={styles.contents} aria-labelledby={heading}>
      <h2 id={heading} className={styles.head}>
        {t('contents')}
      </h2>
      <ol>
        {titled.map(({ title, index }, number) => (
          <li key={title}>
            <a href={`#${partId(section, index)}`}>
              <b>{number + 1}</b> <span>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
