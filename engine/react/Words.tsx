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

/** The sentence at a field, in the words of the error summary. */
export function ErrorMessage({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p className="lw-error" id={id}>
      {message}
    </p>
  )
}
