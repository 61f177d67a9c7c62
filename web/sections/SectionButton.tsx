import { pressed } from '#engine/site'

interface Props {
  /** Of the section whose button it is. */
  kind: string
  label: string
}

/** A button that posts to the page's own address, whatever stands in it, with a script or without. */
export function SectionButton({ kind, label }: Props) {
  return (
    <form method="post">
      <button type="submit" className="lw-button" name={pressed} value={kind}>
        {label}
      </button>
    </form>
  )
}
