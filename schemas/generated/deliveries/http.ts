// Generated from schemas/deliveries/http.schema.json by `npx leadwright types`. Do not edit.
import type { Variable } from '../variable.ts'
import type { WithdrawalRequest } from '../withdrawal.ts'

/**
 * A place in the JSON that the partner answers, such as /lead/id, or /errors/0/code in a list (RFC 6901).
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
 * A call of the partner's own API, as it wants it.
 */
export interface HttpDelivery {
  /**
   * http
   */
  kind: 'http'
  /**
   * POST when left out.
   */
  method?: 'POST' | 'PUT' | 'PATCH'
  /**
   * Where the partner is called, such as https://api.acme.example/campaigns/{campaign}/leads: {campaign} is filled with what the partner's map has under that name, {person.city} with what stands in an object. Parameters stand in "query".
   */
  url: string
  /**
   * The parameters of the address: name → value, which may hold {names} as the address does. One that the lead has nothing for is left out.
   */
  query?: {
    [k: string]: string
  }
  /**
   * How the lead is written, as the partner's map has it. json (when left out): as it is. form: as HTML forms are sent; what stands in objects and lists is named in brackets, person[name], extras[] and drivers[0][name].
   */
  body?: 'json' | 'form'
  /**
   * Headers beside those we set: name → value, or { "variable": … } for one that holds a secret.
   */
  headers?: {
    [k: string]: CallHeader
  }
  authorization?: CallAuthorization
  accepted?: PartnerAnswer
  /**
   * Answers by which the partner does not want this lead, whatever happens: it is not sent again. Any one of them will do, whatever its status where none is named. They are looked at first.
   *
   * @minItems 1
   */
  refused?: PartnerAnswer[]
  reference?: ReplyReference
  unsubscribed?: WithdrawalRequest
}
/**
 * How we show who we are: one of bearer, basic, header, query and oauth2. Secrets stand in environment variables, which are named here.
 */
export interface CallAuthorization {
  /**
   * A token in the header Authorization (RFC 6750).
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
   * A key in a header of its own.
   */
  header?: {
    name: HeaderName
    variable: Variable
  }
  /**
   * A key as a parameter of the address.
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
 * A token of OAuth 2 for client credentials (RFC 6749, section 4.4). It is asked for when the first lead is sent, kept until shortly before it expires, and asked for anew where the partner answers 401.
 */
export interface ClientCredentials {
  /**
   * Where tokens are asked for, such as https://login.acme.example/oauth/token.
   */
  tokenUrl: string
  clientIdVariable: Variable
  clientSecretVariable: Variable
  /**
   * Where client id and secret stand: in the header Authorization (basic, when left out), or in the body of the request (post).
   */
  clientAuthentication?: 'basic' | 'post'
  /**
   * What the token is for, such as leads:write.
   */
  scope?: string
  /**
   * Whom it is for, where the partner asks that.
   */
  audience?: string
}
/**
 * How the partner answers: all that stands here must be so. In "accepted", when it has taken the lead; any status from 200 to 299 where none is named. What is neither accepted nor refused is tried again.
 */
export interface PartnerAnswer {
  /**
   * One of these statuses.
   *
   * @minItems 1
   */
  statuses?: number[]
  pointer?: JsonPointer
  /**
   * What stands at "pointer": one of these. Anything but null when left out.
   *
   * @minItems 1
   */
  values?: (string | number | boolean)[]
  /**
   * What its text begins with, such as OK|.
   */
  startsWith?: string
}
/**
 * Where an answer that is accepted has the partner's own id of the lead. It is kept, and shown where deliveries are.
 */
export interface ReplyReference {
  pointer?: JsonPointer
  /**
   * What the text begins with before the id, such as OK|. The id goes to the end of the line.
   */
  prefix?: string
}
