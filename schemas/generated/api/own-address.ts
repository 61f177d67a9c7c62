// Generated from schemas/api/own-address.schema.json by `npx leadwright types`. Do not edit.

/**
 * The response of /myipaddress.
 */
export interface OwnAddress {
  /**
   * The address that the request came from, IPv4 or IPv6.
   */
  ip: string
}
