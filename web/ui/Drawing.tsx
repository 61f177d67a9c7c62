import { useContext } from 'react'
import type { Logo } from '#schemas/generated/brand.ts'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import { ShellContext } from '#web/page'
import styles from './Mark.module.css'

export interface DrawingProps {
  name: NonNullable<HeroSection['drawing']>
  className?: string | undefined
  /** Whether it fills its room from the upper left, cut at the other edges. */
  isCropped?: boolean
}

const files = import.meta.glob<string>('../assets/drawings/*.svg', { query: '?url', import: 'default', eager: true })

/** A drawing in the page's colours: each is a file of its own, so that a page loads only those it shows. */
export function Drawing({ name, className, isCropped = false }: DrawingProps) {
  const { drawings } = useContext(ShellContext)
  const address = drawings?.[name] ?? files[`../assets/drawings/${name}.svg`]
  return (
    <svg
      className={className}
      viewBox="0 0 520 480"
      preserveAspectRatio={isCropped ? 'xMinYMin slice' : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${address}#drawing`} />
    </svg>
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
