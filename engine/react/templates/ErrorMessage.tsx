/** The sentence at a field, in the words of the error summary. */
export function ErrorMessage({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p className="lw-error" id={id}>
      {message}
    </p>
  )
}
