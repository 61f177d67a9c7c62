import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame, SectionTitle } from '../SectionFrame.tsx'
import styles from './TextSection.module.css'

/** Running text under a heading, or set off as a notice; without either, a remark on what stands above it. */
export function TextSection({ section, view }: SectionProps<'text'>) {
  const paragraphs = Object.entries(section.paragraphs).map(([id, text]) => {
    const name = section.named ? nameIn(text) : ''
    return (
      <p key={id} className={section.named ? styles.named : undefined}>
        {name !== '' && <strong>{name.replace(/\s?[.:]$/, '')}</strong>}{' '}
        <Words text={text.slice(name.length).trimStart()} />
      </p>
    )
  })
  if (section.title !== undefined && !section.notice)
    return (
      <SectionFrame section={section} view={view} drawing={section.drawing} className={styles.columns}>
        {paragraphs}
      </SectionFrame>
    )
  return (
    <section id={section.id} className={section.notice ? styles.notice : styles.remark}>
      <SectionTitle section={section} view={view} />
      {paragraphs}
    </section>
  )
}

/** What a paragraph begins with: a short name before a colon, or else its first sentence. */
function nameIn(text: string): string {
  const [name = ''] =
    /^(?:[^.!?:]{2,44}:(?=\s)|.{2,115}?(?:[.!?…]\s?[”»“"’]?|[”»“]\s?\.)(?=\s+[^\sa-zà-ü]|$))/.exec(text) ?? []
  return name
}
