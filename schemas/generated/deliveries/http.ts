// Generated from schemas/deliveries/http.schema.json by `npx leadwright types`. Do not edit.
import type { AskedOffers } from '../asked-offers.ts'
import type { Variable } from '../variable.ts'
import type { WithdrawalRequest } from '../withdrawal.ts'

/**
 * A location in the partner's JSON response, such as /lead/id, or /errors/0/code in a list (RFC 6901).
 */
export type JsonPointer = string
/**
 * The value of a header, or the environment variable that holds it.
 */
export type CallHeader = string | {variable: string}
/**
 * The header, such as X-Api-Key.
 */
export type HeaderName = string

/**
 * A request to the partner's own API, in the partner's format.
 */
export interface HttpDelivery {
  /**
   * http
   */
  kind: 'http'
  /**
   * POST by default.
   */
  method?: 'POST' | 'PUT' | 'PATCH'
  /**
   * The URL to call, such as https://api.acme.example/campaigns/{campaign}/leads: {campaign} is filled with the value of that name in the partner's map, {person.city} with a property of an object. Put parameters in "query".
   */
  url: string
  /**
   * The query parameters: name → value, which may contain {names} like the URL. Parameters without a value are omitted.
   */
  query?: {
    [k: string]: string
  }
  /**
   * The format of the request body, which holds the result of the partner's map. json (default): as it is. form: URL-encoded; properties of objects and lists are named in brackets, person[name], extras[] and drivers[0][name].
   */
  body?: 'json' | 'form'
  /**
   * Additional headers: name → value, or { "variable": … } for a secret.
   */
  headers?: {
    [k: string]: CallHeader
  }
  authorization?: CallAuthorization
  accepted?: PartnerAnswer
  /**
   * Responses by which the partner finally rejects the lead: delivery is not retried. Any one match is enough; without a status it matches any status. They are evaluated first.
   *
   * @minItems 1
   */
  refused?: PartnerAnswer[]
  reference?: ReplyReference
  offers?: AskedOffers
  unsubscribed?: WithdrawalRequest
}
/**
 * The authentication: one of bearer, basic, header, query and oauth2. Secrets are read from the environment variables named here.
 */
export interface CallAuthorization {
  /**
   * A bearer token in the header Authorization (RFC 6750).
   */
  bearer?: {
    variable: Variable
  }
  /**
   * A name and a password in the header Authorization (RFC 7617).
   */
  basic?: {
    userVariable: Variable
    passwordVariable: Variable
  }
  /**
   * A key in a separate header.
   */
  header?: {
    name: HeaderName
    variable: Variable
  }
  /**
   * A key as a query parameter.
   */
  query?: {
    /**
     * The parameter, such as api_key.
     */
    name: string
    variable: Variable
  }
  oauth2?: ClientCredentials
}
/**
 * An OAuth 2 token for client credentials (RFC 6749, section 4.4). It is requested with the first lead, cached until shortly before it expires, and requested again if the partner responds with 401.
 */
export interface ClientCredentials {
  /**
   * The token endpoint, such as https://login.acme.example/oauth/token.
   */
  tokenUrl: string
  clientIdVariable: Variable
  clientSecretVariable: Variable
  /**
   * Where the client id and secret are sent: in the header Authorization (basic, the default), or in the body of the request (post).
   */
  clientAuthentication?: 'basic' | 'post'
  /**
   * The scope of the token, such as leads:write.
   */
  scope?: string
  /**
   * The audience of the token, if the partner requires one.
   */
  audience?: string
}
/**
 * A response of the partner: all conditions given must match. "accepted" describes a response that confirms the lead; by default any status from 200 to 299. A response that is neither accepted nor refused is retried.
 */
export interface PartnerAnswer {
  /**
   * The response has one of these statuses.
   *
   * @minItems 1
   */
  statuses?: number[]
  pointer?: JsonPointer
  /**
   * The values allowed at "pointer". Any value except null by default.
   *
   * @minItems 1
   */
  values?: (string | number | boolean)[]
  /**
   * The beginning of the response text, such as OK|.
   */
  startsWith?: string
}
/**
 * Where an accepted response contains the partner's own id of the lead. It is stored, and shown with the delivery.
 */
export interface ReplyReference {
  pointer?: JsonPointer
  /**
   * The text before the id, such as OK|. The id ends at the end of the line.
   */
  prefix?: string
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
