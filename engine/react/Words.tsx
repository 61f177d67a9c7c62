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

/** Who gets the answers, on a ground of its own. */
export function Trust({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className="lw-note lw-trust">
        <Words text={text} />
      </p>
    )
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
