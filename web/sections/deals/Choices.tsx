import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { longestAsked } from '#engine/site/asked.ts'
import { dealsHref } from '#engine/site/deals/deal-query.ts'
import { Chips } from '../../ui/Chips.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './Choices.module.css'

interface Props {
  section: SectionProps<'deals'>['section']
  /** That of the page. */
  path: string
}

/** The search and the shops. Both are plain addresses: a form that asks for one, and links. */
export function Choices({ section, path }: Props) {
  const { search, choices, cards, at } = section
  const isEmpty = cards.length === 0 && at.term === null && at.shop === null
  if (isEmpty || (!search && choices.length < 2)) return null
  return (
    <div className={styles.choices}>
      {search && <Search section={section} path={path} />}
      {choices.length > 1 && <Shops section={section} path={path} />}
    </div>
  )
}

function Search({ section: { id, at }, path }: Props) {
  const { t } = useTranslation('deals')
  const field = useId()
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = String(new FormData(event.currentTarget).get('term')).trim()
    void navigate(dealsHref(path, id, { term: term === '' ? null : term }))
  }
  return (
    <search>
      <form className={styles.search} action={`${path}#${id}`} onSubmit={find}>
        <label htmlFor={field}>{t('search')}</label>
        <input
          key={at.term}
          id={field}
          className="lw-input"
          type="search"
          name="term"
          defaultValue={at.term ?? ''}
          maxLength={longestAsked}
          enterKeyHint="search"
        />
        <button type="submit" className="lw-button lw-button-quiet">
          {t('find')}
        </button>
      </form>
    </search>
  )
}

function Shops({ section: { id, at, choices }, path }: Props) {
  const { t } = useTranslation('deals')
  const isAll = at.shop === null && at.term === null
  return (
    <div className={styles.shops}>
      <Chips
        label={t('shops')}
        chips={[
          { id: '', text: t('allShops'), href: dealsHref(path, id, {}), isChosen: isAll },
          ...choices.map((shop) => ({
            ...{ id: shop, text: shop, href: dealsHref(path, id, { shop }) },
            isChosen: at.shop === shop,
          })),
        ]}
      />
    </div>
  )
}
