import { useContext, useEffect } from 'react'
import { preinit } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import {
  type FooterView,
  goneResults,
  type HeaderView,
  type MenuGroup,
  type MenuLink,
  type MenuView,
  type PageView,
  structuredData,
} from '#engine/site'
import { CookieSettings } from '#web/consent'
import { type FormState, type PageData, ShellContext, scriptSafe } from '#web/page'
import { redirectVisitor } from '#web/popup'
import { drawnAs, sectionOf } from '#web/sections'
import { Mark } from '#web/ui'
import footerStyles from './Footer.module.css'
import styles from './Header.module.css'
import languageMenuStyles from './LanguageMenu.module.css'
import mainMenuStyles from './MainMenu.module.css'
import schemeChoiceStyles from './SchemeChoice.module.css'

export { Banner } from '#web/ui'

// What is around a page: the header, the banner and the footer, and with them the popup.

export { ChatContainer } from '#web/consent'
export { Popup } from '#web/popup'

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
      {/* A partner without a sign is known by its name, on a plate. */}
      {partner === null && named !== null && (
        <span className={styles.partner}>
          <span className={styles.plate}>{named}</span>
        </span>
      )}
      {tagline !== null && <p className={styles.line}>{tagline}</p>}
      <div className={styles.tools}>
        {badge !== null && <span className={styles.badge}>{badge}</span>}
        {menu && <MainMenu key={view.path} menu={menu} />}
        {languages !== null && <LanguageMenu view={view} languages={languages} />}
      </div>
    </header>
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

/** The one menu of a page. */
const menuId = 'main-menu'

/**
 * The menu: a row where there is room, and a sheet behind a button on phones. Both open, close and heed Escape by what
 * browsers do themselves.
 */
function MainMenu({ menu }: { menu: MenuView }) {
  const { t } = useTranslation()
  return (
    <>
      <button type="button" className={mainMenuStyles.burger} popoverTarget={menuId}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M4 6h16M4 12h16M4 18h16" />
        </svg>
        {t('menu')}
      </button>
      <nav id={menuId} popover="auto" className={mainMenuStyles.menu} aria-label={menu.title}>
        <button type="button" className={mainMenuStyles.close} popoverTarget={menuId} popoverTargetAction="hide">
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
          {t('close')}
        </button>
        <ul>
          {menu.entries.map((entry) => (
            <li key={entry.id}>
              {'links' in entry ? <Dropdown name={menuId} group={entry} /> : <MenuAnchor link={entry} />}
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
function MenuAnchor({ link: { href, title, clickId, current } }: { link: MenuLink }) {
  return (
    <a href={href} data-click-id={clickId} aria-current={current}>
      {title}
    </a>
  )
}

interface NewsletterProps {
  newsletter: NonNullable<FooterView['newsletter']>
  view: PageView
  state: FormState | null
  /** Whether it is folded away until it is wanted. */
  isFolded: boolean
}

/** The newsletter at the foot. */
export function Newsletter({ newsletter, view, state, isFolded }: NewsletterProps) {
  const Form = sectionOf(drawnAs(newsletter, state))
  const form = <Form section={newsletter} view={view} state={state} />
  if (!isFolded) return form
  return (
    <details className={`lw-fold ${footerStyles.newsletter}`} open={state?.isBegun}>
      <summary>{newsletter.form.steps[0]?.title}</summary>
      {form}
    </details>
  )
}

interface FooterProps {
  footer: FooterView
  view: PageView
}

/** Who pays for this and who runs it, the ways on, and the colours it is shown in. */
export function Footer({ footer: { note, company, menu, dialogs }, view }: FooterProps) {
  const { t } = useTranslation()
  return (
    <>
      {menu && <FooterMenu menu={menu} />}
      {dialogs.length > 0 && (
        <ul className={footerStyles.links}>
          {dialogs.map(({ title, href }) => (
            <li key={href}>
              <a href={href} data-dialog={t('close')}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={footerStyles.base}>
        {company && <CompanyLine company={company} />}
        {note !== null && (
          <p>
            <Words text={note} />
          </p>
        )}
        <CookieSettings view={view} />
        <SchemeChoice />
      </div>
    </>
  )
}

/** The operating company in one line; the imprint has the rest. */
function CompanyLine({ company: { name, address, sample } }: { company: NonNullable<FooterView['company']> }) {
  const { t } = useTranslation()
  return (
    <p>
      {[name, ...address].join(', ')}
      {sample && <span className={footerStyles.sample}>{t('sample')}</span>}
    </p>
  )
}

/** The menu at the foot: a column for each title, and a row of what stands under none. */
function FooterMenu({ menu: { title, entries } }: { menu: MenuView }) {
  const groups = entries.flatMap((entry) => ('links' in entry ? [entry] : []))
  const single = entries.flatMap((entry) => ('links' in entry ? [] : [entry]))
  return (
    <nav className={footerStyles.menu} aria-label={title}>
      {groups.length > 0 && (
        <div className={footerStyles.columns}>
          {groups.map((group) => (
            <div key={group.id}>
              <h2>{group.title}</h2>
              <Links links={group.links} />
            </div>
          ))}
        </div>
      )}
      {single.length > 0 && <Links links={single} className={footerStyles.links} />}
    </nav>
  )
}

function Links({ links, className }: { links: readonly MenuLink[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.id} data-legal={link.isLegal}>
          <MenuAnchor link={link} />
        </li>
      ))}
    </ul>
  )
}

/** Light, dark, or as the device has it. The boot script reads and keeps the choice; without it there is nothing to see. */
function SchemeChoice() {
  const { t } = useTranslation()
  return (
    <fieldset className={schemeChoiceStyles.schemes}>
      <legend>{t('scheme')}</legend>
      {['system', 'light', 'dark'].map((scheme) => (
        <label key={scheme}>
          <input type="radio" name="scheme" value={scheme} />
          <span>{t(`schemes.${scheme}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** On the machine that the site is tried on: why no partner gets what was just sent. */
export function TestNotice({ test }: { test: NonNullable<PageData['test']> }) {
  const { t } = useTranslation()
  return (
    <p className="lw-test" role="status">
      {`${t(test === 'phone' ? 'testPhone' : 'testDraft')} ${t('testLead')}`}
    </p>
  )
}

/** What search engines read of the page as data. */
export function StructuredData({ view }: { view: PageView }) {
  const data = structuredData(view)
  if (data === null) return null
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose "<" are escaped
      dangerouslySetInnerHTML={{ __html: scriptSafe(data) }}
    />
  )
}

/** What a page's head says that nobody waits for. */
export function Head({ view, results }: { view: PageView; results: PageData['results'] }) {
  const { lateStyles } = useContext(ShellContext)
  // Here before a form is sent: its end does not wait for them.
  useEffect(() => preinit(lateStyles, { as: 'style', precedence: 'late' }), [lateStyles])
  return (
    <>
      <Refresh results={results} />
      <Addresses view={view} />
    </>
  )
}

/**
 * Without a script a page that waits for offers is loaded again until one is there, and once more when the wait is over:
 * who reads an offer is left alone meanwhile.
 */
function Refresh({ results }: Pick<PageData, 'results'>) {
  if (!results || results === goneResults || results.leftMs === 0) return null
  const seconds = results.offers.length === 0 ? 3 : Math.ceil(results.leftMs / 1000) + 1
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${seconds}`} />
    </noscript>
  )
}

/**
 * What search engines and whoever shares the page are told. It is all about addresses, so a page without one, or of a
 * brand that is at home nowhere, says nothing.
 */
function Addresses({ view }: { view: PageView }) {
  const { head, path, title, description, embed } = view
  const { origin, name } = view.brand
  // Nothing is to be done for the page that the document brought: this may come late.
  useEffect(() => redirectVisitor(view), [view])
  if (head === null || origin === null) return null
  return (
    <>
      <link rel="canonical" href={origin + (embed?.own ?? path)} />
      {/* A frame on other sites is a version of nothing: its canonical page has the languages. */}
      {!embed && <Alternates view={view} origin={origin} />}
      {head.feed !== null && <link rel="alternate" type="application/atom+xml" href={origin + head.feed} />}
      <meta property="og:type" content={view.sections.some(({ kind }) => kind === 'article') ? 'article' : 'website'} />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:locale" content={head.locale} />
      {head.otherLocales.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={locale} />
      ))}
      <meta property="og:image" content={origin + head.image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="300" />
      <meta property="og:image:height" content="300" />
      <meta property="og:image:alt" content={`${title} – ${name}`} />
    </>
  )
}

/** Each language version, itself included, and the one for whoever speaks none of them. */
function Alternates({ view: { alternates, path }, origin }: { view: PageView; origin: string }) {
  return (
    <>
      {alternates.map((other) => (
        <link key={other.locale} rel="alternate" hrefLang={other.locale} href={origin + other.path} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + (alternates[0]?.path ?? path)} />
    </>
  )
}
