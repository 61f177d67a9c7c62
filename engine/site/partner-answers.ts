import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { type LeadSource, partnersOf } from './placeholders.ts'
import type { Site } from './site.ts'

/** How visitors get what a partner answers: on their results page, by email, or by a call. */
export type Answering = NonNullable<PartnerDefinition['answers']>

/** What a visitor gets soonest comes first. */
const soonest: readonly Answering[] = ['now', 'email', 'call']

/** Whether the partner answers such a delivery with offers. */
export function givesOffers(delivery: DeliveryDefinition): boolean {
  return delivery.kind === 'tariff' || (delivery.kind === 'http' && delivery.offers !== undefined)
}

/** How a partner answers: as it says, or as its deliveries have it. */
export function answeringOf({ answers, deliveries }: Pick<PartnerDefinition, 'answers' | 'deliveries'>): Answering {
  return answers ?? (Object.values(deliveries).some(givesOffers) ? 'now' : 'email')
}

/** What the last button of a form promises: the soonest answer of the partners that take it there. */
export function answeringAt(site: Pick<Site, 'partners'>, source: LeadSource): Answering {
  const possible = partnersOf(site, [source]).map(answeringOf)
  return soonest.find((each) => possible.includes(each)) ?? 'email'
}
