import type { MenuLink, MenuView } from '#engine/site/frame/menu-view.ts'
import styles from './Footer.module.css'
import { MenuAnchor } from './MenuAnchor.tsx'

/** The menu at the foot: a column for each title, and a row of what stands under none. */
export function FooterMenu({ menu: { title, entries } }: { menu: MenuView }) {
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
