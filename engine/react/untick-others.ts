import { exclusiveOption } from '#engine/form/model/exclusive.ts'
import type { ResolvedField } from '#engine/form/model/form.ts'

/** Who ticks “None of these” unticks the others, and the other way round. */
export function untickOthers(
  fields: readonly ResolvedField[],
  { name, type, checked, value, form }: HTMLInputElement,
): void {
  if (type !== 'checkbox' || !checked) return
  const field = fields.find(({ id }) => name === `root[${id}][]`)
  const alone = field && exclusiveOption(field.schema)
  if (alone === undefined) return
  const boxes = form?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]:checked`) ?? []
  for (const box of boxes) if ((box.value === alone) !== (value === alone)) box.checked = false
}
