import type { MenuLink } from '#engine/site'

/** A link of a menu. The boot script adds the visitor's click id where the menu wants it. */
export function MenuAnchor({ link: { href, title, clickId, current } }: { link: MenuLink }) {
  return (
    <a href={href} data-click-id={clickId} aria-current={current}>
      {title}
    </a>
  )
}
