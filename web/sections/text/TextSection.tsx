import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'

/** Running text under a heading. */
export function TextSection({ section, view }: SectionProps<'text'>) {
  return (
    <SectionFrame section={section} view={view}>
      {Object.entries(section.paragraphs).map(([id, text]) => (
        <p key={id}>
          <Words text={text} />
        </p>
      ))}
    </SectionFrame>
  )
}
