import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuGroup, MenuLink, MenuView } from '#engine/site/frame/menu-view.ts'
import styles from './MainMenu.module.css'
import { MenuAnchor } from './MenuAnchor.tsx'

/**
 * The menu: a row where there is room, and a popover behind a button on phones. Both open, close and heed Escape by what
 * browsers do themselves.
 */
export function MainMenu({ menu }: { menu: MenuView }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <button type="button" className={styles.burger} popoverTarget={id}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M4 6h16M4 12h16M4 18h16" />
        </svg>
        {t('menu')}
      </button>
      <nav id={id} popover="auto" className={styles.menu} aria-label={menu.title}>
        <ul>
          {menu.entries.map((entry) => (
            <li key={entry.id}>
              {'links' in entry ? <Dropdown name={id} group={entry} /> : <MenuAnchor link={entry} />}
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** @param name shared by the dropdowns of a menu, of which one is open at a time */
function Dropdown({ name, group: { title, links } }: { name: string; group: MenuGroup }) {
  return (
    <details name={name} className={styles.dropdown} data-dropdown data-current={links.some(isCurrent) || undefined}>
      <summary>{title}</summary>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <MenuAnchor link={link} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function isCurrent({ current }: MenuLink): boolean {
  return current !== undefined
}
