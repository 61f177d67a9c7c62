import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './CookiesSection.module.css'

/** What is kept in the visitor's browser, one table for each purpose. */
export function CookiesSection({ section, view }: SectionProps<'cookies'>) {
  const { columns } = section
  return (
    <section id={section.id} className={`${shared.column} ${shared.listing}`}>
      <SectionTitle section={section} view={view} />
      {section.text !== undefined && (
        <p>
          <Words text={section.text} />
        </p>
      )}
      {section.groups.map(({ title, text, things }) => (
        <table key={title} className={styles.things}>
          <caption>
            <strong>{title}</strong> {text}
          </caption>
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.purpose}</th>
              <th scope="col">{columns.period}</th>
            </tr>
          </thead>
          <tbody>
            {things.map(({ name, where, period, purpose, company }) => (
              <tr key={name + where}>
                <th scope="row">
                  <code>{name}</code>
                  <span>{where}</span>
                </th>
                <td>
                  {purpose}
                  {company !== null && <span>{company}</span>}
                </td>
                <td>{period}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}
