interface Props {
  /** The address of a drawing of media/. */
  src: string
  /** What it shows; without it, it says nothing that the words beside it do not. */
  shows?: string
  className?: string | undefined
}

/** A drawing of media/ in the page's colours. */
export function Picture({ src, shows, className }: Props) {
  const drawn = <use href={`${src}#drawing`} />
  return shows === undefined ? (
    <svg className={className} viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      {drawn}
    </svg>
  ) : (
    <svg className={className} viewBox="0 0 480 320" role="img" aria-label={shows} focusable="false">
      {drawn}
    </svg>
  )
}
