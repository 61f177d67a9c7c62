import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SendContext } from './delivery-kind.ts'
import { kindOf } from './kind-of.ts'

/** A sentence for each delivery and variable that it waits for. Names variables, never what is in them. */
export function lackingVariables(
  partners: Readonly<Record<string, PartnerDefinition>>,
  secrets: SendContext['secrets'],
): string[] {
  return Object.entries(partners).flatMap(([partner, { deliveries }]) =>
    Object.entries(deliveries).flatMap(([delivery, definition]) => {
      const lacks = kindOf(definition).lacks?.(definition, secrets) ?? []
      return lacks.map(
        ({ variable, lack }) =>
          `${variable} ${lack}: the delivery ${partner}/${delivery} (${definition.kind}) waits for it.`,
      )
    }),
  )
}
