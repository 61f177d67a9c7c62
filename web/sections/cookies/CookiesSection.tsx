import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './CookiesSection.module.css'

// On a phone its rows stand below each other, and browsers take what is no longer laid out as a table for none.
const as = Object.fromEntries(
  ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'].map((role) => [role, { role }]),
)

/** What is kept in the visitor's browser, one table for each purpose. */
export function CookiesSection({ section, view }: SectionProps<'cookies'>) {
  const { columns } = section
  return (
    <SectionFrame section={section} view={view} isWide>
      {section.groups.map(({ title, text, things }) => (
        <table key={title} className={styles.things} {...as.table}>
          <caption>
            <strong>{title}</strong> {text}
          </caption>
          <thead {...as.rowgroup}>
            <tr {...as.row}>
              <th scope="col" {...as.columnheader}>
                {columns.name}
              </th>
              <th scope="col" {...as.columnheader}>
                {columns.purpose}
              </th>
              <th scope="col" {...as.columnheader}>
                {columns.period}
              </th>
            </tr>
          </thead>
          <tbody {...as.rowgroup}>
            {things.map(({ name, where, period, purpose, company }) => (
              <tr key={name + where} {...as.row}>
                <th scope="row" {...as.rowheader}>
                  <code>{name}</code>
                  <span>{where}</span>
                </th>
                <td {...as.cell} data-label={columns.purpose}>
                  {purpose}
                  {company !== null && <span>{company}</span>}
                </td>
                <td {...as.cell} data-label={columns.period}>
                  {period}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </SectionFrame>
  )
}
