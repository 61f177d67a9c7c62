/** rjsf would render descriptions as Markdown; ours are words (engine/react/Words.tsx). */
export function Markdown(): null {
  return null
}
