import type { FieldSchema } from './kind.ts'

/** The option that stands alone when it is chosen, such as “None of these”; undefined where each goes with each. */
export function exclusiveOption({ not }: FieldSchema): string | undefined {
  return (not as { contains?: { const?: string } } | undefined)?.contains?.const
}
