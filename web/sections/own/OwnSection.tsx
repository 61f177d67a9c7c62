import { useEffect, useRef } from 'react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { startIsland } from './islands.ts'

/** A section of a kind that the repository adds: what the server drew of it, and its script where it has one. */
export function OwnSection({ section, view }: SectionProps<'own'>) {
  const { html, island, styles } = section
  const element = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is other elements, which the script has not seen
  useEffect(() => {
    if (element.current) return startIsland(element.current)
  }, [html, island])
  return (
    <SectionFrame section={section} view={view} isWide={section.title === undefined}>
      {styles !== null && <link rel="stylesheet" href={styles} precedence="own" />}
      <div
        ref={element}
        data-own
        data-island={island ?? undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn and checked by the server (server/extensions)
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </SectionFrame>
  )
}
