// Generated from schemas/asked-offers.schema.json by `npx leadwright types`. Do not edit.

/**
 * The partner answers with offers, in its reply to the lead or in a later call to /api/v1/leads/{id}/offers. They are shown on the visitor's results page.
 */
export interface AskedOffers {
  /**
   * Where the list of offers stands in the JSON, such as /quotes (RFC 6901). By default at /offers. A list without entries says that the partner has no offer.
   */
  list?: string
  /**
   * The offer in your terms: each key is a property of an offer (product, price.amount), its value the place within an entry of the list, such as /tariff/name, or { "const": … }, or { "at": …, "values": { … } } to translate the partner's values. By default the entries are offers as schemas/offer.schema.json describes them.
   */
  map?: {
    [property: string]: string | {const: string | number} | {at: string; values?: {[value: string]: string | number}}
  }
  /**
   * The hosts that links and documents of offers may lead to, such as shop.acme.example. An offer with another link is not shown.
   *
   * @minItems 1
   */
  hosts?: string[]
  /**
   * How long one call may take, in seconds; 10 by default.
   */
  seconds?: number
  /**
   * true: the reply only confirms the lead; the offers come by a call to /api/v1/leads/{id}/offers.
   */
  later?: boolean
  /**
   * The maximum number of calls a minute, over all servers. By default there is none.
   */
  perMinute?: number
  /**
   * The URL to call with test leads. By default test leads are sent to the same URL, marked as tests, if the partner accepts them.
   */
  sandbox?: string
  chosen?: ChosenRequest
}
/**
 * The request that tells the partner that the visitor chose one of its offers. {names} are filled in: id (your id of the lead), externalId (the partner's), offer (the id of the offer), form, locale, chosenAt.
 */
export interface ChosenRequest {
  /**
   * POST by default.
   */
  method?: 'POST' | 'PUT' | 'PATCH'
  /**
   * The path at the partner's host, such as /v1/leads/{externalId}/choice.
   */
  path: string
  /**
   * The properties sent: name → text with {names}. Properties without a value are omitted.
   */
  map?: {
    [k: string]: string
  }
}
