// Generated from schemas/partner.schema.json by `npx leadwright types`. Do not edit.

/**
 * The id of the field to read (email, coBorrower.email, drivers.0.email for the first driver’s), a group as a whole (drivers), or { "const": … } for a fixed value.
 */
export type MapSource = string | {const: string | number | boolean}

/**
 * A partner that receives leads: which leads it takes, how their answers are renamed, and the ways they reach it. The file's name is the partner's id.
 */
export interface PartnerDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The partner's name, for operators.
   */
  name: string
  /**
   * The leads this partner takes. A lead that any entry matches is delivered.
   *
   * @minItems 1
   */
  takes: Takes[]
  /**
   * The lead as the partner wants it: each key is the partner's property, its value the field to read or a constant. Without a map the partner gets every answer under its own name.
   */
  map?: {
    [k: string]: MapSource
  }
  /**
   * The ways a lead reaches the partner, each under an id of its own.
   */
  deliveries: {
    [k: string]: DeliveryDefinition
  }
}
export interface Takes {
  /**
   * The id of a form.
   */
  form: string
  /**
   * Only leads in these languages; all of the form's languages when left out.
   *
   * @minItems 1
   */
  locales?: string[]
}
/**
 * webhook: pushed, signed per Standard Webhooks. pull: read by the partner at GET /api/v1/leads.
 */
export interface DeliveryDefinition {
  /**
   * webhook or pull.
   */
  kind: 'webhook' | 'pull'
  /**
   * Where a webhook is posted to.
   */
  url?: string
  /**
   * The environment variable that holds the webhook's signing secret (whsec_…). The secret itself never stands in a definition.
   */
  secretVariable?: string
}
