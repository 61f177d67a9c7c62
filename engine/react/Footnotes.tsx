import type { Translate } from '#engine/form/journey/sentence.ts'
import type { ResolvedField } from '#engine/form/model/form.ts'
import { fieldId } from './control-id.ts'
import { Words } from './Words.tsx'

interface Props {
  /** Begins the ids of the form. */
  prefix: string
  fields: readonly ResolvedField[]
  /** Field id → its stars. */
  marks: ReadonlyMap<string, string>
  /** Whether stars mark what is required. */
  markRequired: boolean
  t: Translate
}

/** What the stars at questions lead to: that they are required, and the hints that stand below. */
export function Footnotes({ prefix, fields, marks, markRequired, t }: Props) {
  if (!markRequired && marks.size === 0) return null
  return (
    <div className="lw-footnotes">
      {markRequired && <p>* {t('required')}</p>}
      {fields.map(
        ({ id, words }) =>
          marks.has(id) && (
            <p key={id} id={`${fieldId(prefix, id)}-hint`}>
              {marks.get(id)} <Words text={words.hint ?? ''} />
            </p>
          ),
      )}
    </div>
  )
}
