import type { Answers } from '#engine/form/model'

/** A defect, and the fewest answers that show it. */
export interface ProofProblem {
  message: string
  answers: Answers
  /** The keys that lead to what is meant, in the form with its groups in place; in a partner, if one is named. */
  path: readonly string[]
  /** The partner whose map is meant. */
  partner?: string
  /** The page whose section is meant; the keys lead there then. */
  page?: string
  /** The field at which a visitor is kept from finishing. Without one the form is odd, but can be sent. */
  stuckAt?: string
}
