import type { SectionProps } from '../loaded-sections.ts'
import { SectionButton } from '../SectionButton.tsx'
import { SectionFrame } from '../SectionFrame.tsx'

/** One button, or what came of pressing it. */
export function ConfirmationSection({ section, view }: SectionProps<'confirmation'>) {
  return (
    <SectionFrame section={section} view={view}>
      {section.button !== null && <SectionButton kind={section.kind} label={section.button} />}
    </SectionFrame>
  )
}
