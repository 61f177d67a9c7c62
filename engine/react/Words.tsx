import { wordParts } from '#engine/form/model'

/** Words with their links. */
export function Words({ text }: { text: string }) {
  return wordParts(text).map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={part.target + part.label} href={part.target}>
        {part.label}
      </a>
    ),
  )
}
