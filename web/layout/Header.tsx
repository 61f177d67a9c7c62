import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeaderView, MenuGroup, MenuLink, MenuView, PageView } from '#engine/site'
import styles from './Header.module.css'
import languageMenuStyles from './LanguageMenu.module.css'
import mainMenuStyles from './MainMenu.module.css'
import markStyles from './Mark.module.css'

/** The brand, with whom it works here, and the ways on. */
export function Header({ view, header }: { view: PageView; header: HeaderView }) {
  const { t } = useTranslation()
  const { home, partner, tagline, named, badge, menu, languages } = header
  const brand = (
    <>
      <Mark logo={view.brand.logo} />
      {view.brand.name}
    </>
  )
  return (
    <header className={styles.header}>
      {home === null ? (
        <span className={styles.brand}>{brand}</span>
      ) : (
        <a className={styles.brand} href={home}>
          {brand}
          <span className="lw-hidden"> – {t('home')}</span>
        </a>
      )}
      {partner !== null && (
        <span className={styles.partner}>
          {partner.logo && <Mark logo={partner.logo} />}
          {partner.name}
        </span>
      )}
      {tagline !== null && (
        <p className={styles.line}>
          {(named === null ? [tagline] : tagline.split(named)).flatMap((words, index) =>
            index === 0 ? [words] : [<b key={words}>{named}</b>, words],
          )}
        </p>
      )}
      <div className={styles.tools}>
        {badge !== null && <span className={styles.badge}>{badge}</span>}
        {menu && <MainMenu key={view.path} menu={menu} />}
        {languages !== null && <LanguageMenu view={view} languages={languages} />}
      </div>
    </header>
  )
}

/** A sign next to a name, as the definition of the brand or of the layout draws it. */
function Mark({ logo }: Pick<PageView['brand'], 'logo'>) {
  return (
    <svg className={markStyles.mark} viewBox={logo.viewBox} aria-hidden="true" focusable="false">
      {logo.paths.map(({ d, fill }) => (
        <path key={d} className={markStyles[fill]} d={d} />
      ))}
    </svg>
  )
}

interface Props {
  view: Pick<PageView, 'locale' | 'languages'>
  /** The languages of the layout; true for all. */
  languages?: true | readonly string[]
}

/**
 * This page in its other languages, each named in its own and in the page's. It opens without a script; with one the
 * choice is kept in the cookie that stands here (web/navigation/switch-language.ts).
 */
function LanguageMenu({ view: { locale, languages: known }, languages = true }: Props) {
  const { t } = useTranslation()
  const others = known.others.filter(({ locale }) => languages === true || languages.includes(locale))
  if (others.length === 0) return null
  return (
    <details className={languageMenuStyles.languages} data-dropdown>
      <summary>
        <span className="lw-hidden">{t('languages')}: </span>
        <span className={languageMenuStyles.name}>{known.name}</span>
        <span className={languageMenuStyles.code} aria-hidden="true">
          {locale.toUpperCase()}
        </span>
      </summary>
      <ul data-language-cookie={known.cookie}>
        {others.map((other) => (
          <li key={other.locale}>
            <a href={other.path} hrefLang={other.locale}>
              <span lang={other.locale}>{other.name}</span>{' '}
              {other.called !== other.name && <span className={languageMenuStyles.called}>{other.called}</span>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * The menu: a row where there is room, and a sheet behind a button on phones. Both open, close and heed Escape by what
 * browsers do themselves.
 */
function MainMenu({ menu }: { menu: MenuView }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <button type="button" className={mainMenuStyles.burger} popoverTarget={id}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M4 6h16M4 12h16M4 18h16" />
        </svg>
        {t('menu')}
      </button>
      <nav id={id} popover="auto" className={mainMenuStyles.menu} aria-label={menu.title}>
        <button type="button" className={mainMenuStyles.close} popoverTarget={id} popoverTargetAction="hide">
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
          {t('close')}
        </button>
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
    <details
      name={name}
      className={mainMenuStyles.dropdown}
      data-dropdown
      data-current={links.some(isCurrent) || undefined}
    >
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

/** A link of a menu. The boot script adds the visitor's click id where the menu wants it. */
export function MenuAnchor({ link: { href, title, clickId, current } }: { link: MenuLink }) {
  return (
    <a href={href} data-click-id={clickId} aria-current={current}>
      {title}
    </a>
  )
}
