import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import { type FooterView, type MenuLink, type MenuView, mainForm, type PageView } from '#engine/site'
import type { PageBanner } from '#schemas/generated/page.ts'
import { CookieSettings } from '#web/consent'
import type { PageData } from '#web/page'
import { Popup } from '#web/popup'
import { drawnAs, sectionOf } from '#web/sections'
import { Drawing, SampleMark } from '#web/ui'
import bannerStyles from './Banner.module.css'
import footerStyles from './Footer.module.css'
import styles from './Frame.module.css'
import { Header, MenuAnchor } from './Header.tsx'
import schemeChoiceStyles from './SchemeChoice.module.css'

interface Props {
  page: PageData
  /** The main form once it is begun: then nothing stands between it and the header. */
  taker: string | null
  children: ReactNode
}

/** Draws any layout around a page. */
export function Frame({ page, taker, children }: Props) {
  const { t } = useTranslation()
  const { view, forms } = page
  const { layout, header, banner, footer, popup } = view.frame
  // Without a script what is filled in would be lost with another form that is sent.
  const isFilling = taker !== null && forms[taker]?.outcome !== 'sent'
  return (
    <>
      {header && (
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
      )}
      {header && <Header view={view} header={header} />}
      <main id="main" className={styles.main} data-layout={layout}>
        {banner && taker === null && <Banner banner={banner} />}
        {children}
      </main>
      {footer && <Footer footer={footer} view={view} forms={forms} isFilling={isFilling} />}
      {popup && !isFilling && <Popup popup={popup} page={page} />}
    </>
  )
}

/** A strip above the page: a drawing with a few words. */
function Banner({ banner: { image, title, subtitle } }: { banner: PageBanner }) {
  return (
    <div className={bannerStyles.banner}>
      <Drawing name={image} />
      <p>
        <strong>{title}</strong> <span>{subtitle}</span>
      </p>
    </div>
  )
}

interface FooterProps {
  footer: FooterView
  view: PageView
  forms: PageData['forms']
  /** Whether the page's main form is being filled in, which is when nothing else is asked. */
  isFilling: boolean
}

/** The newsletter, who pays for this and who stands behind it, the ways on, and the colours it is shown in. */
function Footer({ footer: { note, company, menu, dialogs, newsletter }, view, forms, isFilling }: FooterProps) {
  const { t } = useTranslation()
  const Form = newsletter && !isFilling ? sectionOf(drawnAs(newsletter, forms[newsletter.id])) : null
  const form = newsletter && Form && <Form section={newsletter} view={view} state={forms[newsletter.id] ?? null} />
  // Four consents at once are too much for somebody who has just finished a form.
  const isSent = forms[mainForm(view)?.id ?? '']?.outcome === 'sent'
  return (
    <footer className={footerStyles.footer}>
      {isSent && form ? (
        <details className={`lw-fold ${footerStyles.newsletter}`} open={forms[newsletter?.id ?? '']?.isBegun}>
          <summary>{newsletter?.form.steps[0]?.title}</summary>
          {form}
        </details>
      ) : (
        form
      )}
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
        <li key={link.id}>
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
