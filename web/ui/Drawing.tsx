import { useContext } from 'react'
import type { Logo } from '#schemas/generated/brand.ts'
import type { PageBanner } from '#schemas/generated/page.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import { ShellContext } from '#web/page'
import bannerStyles from './Banner.module.css'
import styles from './Mark.module.css'

export interface DrawingProps {
  name: NonNullable<HeroSection['drawing']>
  className?: string | undefined
  /** Whether it stands, whole, on the lower edge of its room. */
  isStanding?: boolean
}

const frame = '0 0 520 480'

/** What is drawn in the frame of a drawing, where that leaves room free or is too small for it. */
const extents: Partial<Record<DrawingProps['name'], string>> = {
  adviser: '-12 8 544 473',
  building: '-12 22 544 429',
  car: '2 54 524 240',
  comparison: '-42 12 614 455',
  flame: '14 26 470 440',
  flower: '56 22 354 459',
  home: '-12 12 544 421',
  'key-car': '97 6 388 443',
  letterbox: '56 22 436 458',
  meter: '98 9 300 513',
  people: '-12 51 544 412',
  router: '-10 15 556 274',
  socket: '18 57 532 489',
}

/** Whether a drawing is taller than wide within its extent. */
export function isTall(name: DrawingProps['name']): boolean {
  const [, , width = 0, height = 0] = (extents[name] ?? frame).split(' ').map(Number)
  return height > width
}

const files = import.meta.glob<string>('../assets/drawings/*.svg', { query: '?url', import: 'default', eager: true })

/** A drawing in the page's colours: each is a file of its own, so that a page loads only those it shows. */
export function Drawing({ name, className, isStanding = false }: DrawingProps) {
  const { drawings } = useContext(ShellContext)
  const address = drawings?.[name] ?? files[`../assets/drawings/${name}.svg`]
  return (
    <svg
      className={className}
      viewBox={(isStanding && extents[name]) || frame}
      preserveAspectRatio={isStanding ? 'xMidYMax meet' : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${address}#drawing`} width={520} height={480} />
    </svg>
  )
}

/** What a page is about, in a few words after a small drawing: the first line of its promise, or a strip above the page. */
export function Banner({ banner: { image, title, subtitle } }: { banner: PageBanner }) {
  return (
    <div className={bannerStyles.banner}>
      <Drawing name={image} />
      <p>
        <strong>{title}</strong> <span>{subtitle}</span>
      </p>
    </div>
  )
}

interface MarkProps {
  logo: Logo
  className?: string | undefined
}

/** A sign next to a name, as the definition of a brand, a layout or a partner draws it. */
export function Mark({ logo, className = styles.mark }: MarkProps) {
  return (
    <svg className={className} viewBox={logo.viewBox} aria-hidden="true" focusable="false">
      {logo.paths.map(({ d, fill }) => (
        <path key={d} className={styles[fill]} d={d} />
      ))}
    </svg>
  )
}
