import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react/Words.tsx'
import type { FooterView } from '#engine/site/frame/frame-view.ts'
import type { MenuLink, MenuView } from '#engine/site/frame/menu-view.ts'
import type { PageView } from '#engine/site/page-view.ts'
import { CookieSettings } from '../consent/CookieSettings.tsx'
import type { PageData } from '../page/page-data.ts'
import { sectionOf } from '../sections/loaded-sections.ts'
import { SampleMark } from '../ui/SampleMark.tsx'
import styles from './Footer.module.css'
import { MenuAnchor } from './MenuAnchor.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'

interface Props {
  footer: FooterView
  view: PageView
  forms: PageData['forms']
  /** Whether the page's main form is being filled in, which is when nothing else is asked. */
  isFilling: boolean
}

/** The newsletter, who pays for this and who stands behind it, the ways on, and the colours it is shown in. */
export function Footer({ footer: { note, company, menu, dialogs, newsletter }, view, forms, isFilling }: Props) {
  const { t } = useTranslation()
  const Form = newsletter && !isFilling ? sectionOf('form') : null
  return (
    <footer className={styles.footer}>
      {newsletter && Form && <Form section={newsletter} view={view} state={forms[newsletter.id] ?? null} />}
      {menu && <FooterMenu menu={menu} />}
      {dialogs.length > 0 && (
        <ul className={styles.links}>
          {dialogs.map(({ title, href }) => (
            <li key={href}>
              <a href={href} data-dialog={t('close')}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.base}>
        {company && <CompanyLine company={company} />}
        {note !== null && (
          <p>
            <Words text={note} />
          </p>
        )}
        <CookieSettings view={view} />
        <SchemeChoice />
      </div>
    </footer>
  )
}

/** The operating company in one line; the imprint has the rest. */
function CompanyLine({ company: { name, address, sample } }: { company: NonNullable<FooterView['company']> }) {
  return (
    <p>
      {[name, ...address].join(', ')}
      {sample && <SampleMark />}
    </p>
  )
}

/** The menu at the foot: a column for each title, and a row of what stands under none. */
function FooterMenu({ menu: { title, entries } }: { menu: MenuView }) {
  const groups = entries.flatMap((entry) => ('links' in entry ? [entry] : []))
  const single = entries.flatMap((entry) => ('links' in entry ? [] : [entry]))
  return (
    <nav className={styles.menu} aria-label={title}>
      {groups.length > 0 && (
        <div className={styles.columns}>
          {groups.map((group) => (
            <div key={group.id}>
              <h2>{group.title}</h2>
              <Links links={group.links} />
            </div>
          ))}
        </div>
      )}
      {single.length > 0 && <Links links={single} className={styles.links} />}
    </nav>
  )
}

function Links({ links, className }: { links: readonly MenuLink[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.id}>
          <MenuAnchor link={link} />
        </li>
      ))}
    </ul>
  )
}
