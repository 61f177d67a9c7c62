import { useTranslation } from 'react-i18next'
import type { SectionProps } from './kinds.ts'
import shared from './section.module.css'

export function NotFoundSection({ section }: SectionProps<'not-found'>) {
  const { t } = useTranslation()
  return (
    <section className={shared.column}>
      <h1 className="lw-heading">{t('notFoundTitle')}</h1>
      <p className="lw-lead">{t('notFoundText')}</p>
      <ul>
        {section.links.map(({ href, title }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
