import type { PartnerDefinition } from '#schemas/generated/partner.ts'

/** Gives a text's hash in hexadecimal, 52 bits of it at the least: those of any two texts have nothing to do with each other. */
export type TextHash = (text: string) => string

/** A partner by its id. */
type Named = readonly [id: string, partner: PartnerDefinition]

/**
 * The order in which partners are asked for a lead: by priority, and equals by id. Where one of the equals has a weight
 * they take turns instead, each first as often as its weight says (1 when left out).
 *
 * Whose turn it is follows from the lead's id alone, so all servers agree and nothing is counted; when one of them takes
 * no leads, its own go to the others by their weights, and no other lead moves. This is rendezvous hashing (Thaler and
 * Ravishankar 1998) with the weights of the logarithmic method (Schindelhauer and Schomaker 2005).
 */
export function inTurn(partners: readonly Named[], lead: string, hash: TextHash): Named[] {
  const priority = ([, partner]: Named) => partner.priority ?? 0
  const turning = new Set(partners.filter(([, { weight }]) => weight !== undefined).map(priority))
  const scores = new Map(
    partners
      .filter((named) => turning.has(priority(named)))
      .map(([id, { weight = 1 }]) => [id, score(weight, hash(`${lead} ${id}`))]),
  )
  return partners.toSorted(
    (one, other) =>
      priority(other) - priority(one) ||
      (scores.get(other[0]) ?? 0) - (scores.get(one[0]) ?? 0) ||
      (one[0] < other[0] ? -1 : 1),
  )
}

/** The highest is asked first. With u evenly spread over (0, 1), w / -ln(u) is the highest of several w in proportion to w. */
function score(weight: number, hash: string): number {
  const u = (Number.parseInt(hash.slice(0, 13), 16) + 0.5) / 2 ** 52
  return weight / -Math.log(u)
}
