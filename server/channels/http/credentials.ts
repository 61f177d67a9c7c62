import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import { type Lack, type SendContext, unset } from '../channel.ts'

type Secrets = SendContext['secrets']

/** What shows the partner who calls. */
interface Credentials {
  headers: Record<string, string>
  query: Record<string, string>
}

/** The credentials that are in the environment; of OAuth 2 they are fetched, and not here. */
export function credentialsOf({ authorization = {} }: HttpDelivery, secrets: Secrets): Credentials {
  const { bearer, basic, header, query } = authorization
  const secret = (variable: string) => secrets(variable) ?? ''
  const pair = basic && `${secret(basic.userVariable)}:${secret(basic.passwordVariable)}`
  return {
    headers: {
      ...(bearer && { authorization: `Bearer ${secret(bearer.variable)}` }),
      ...(pair !== undefined && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      ...(header && { [header.name.toLowerCase()]: secret(header.variable) }),
    },
    query: query ? { [query.name]: secret(query.variable) } : {},
  }
}

/** The headers of the definition, in small letters, those by variable filled. */
export function ownHeaders({ headers = {} }: HttpDelivery, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (secrets(value.variable) ?? ''),
    ]),
  )
}

/** The variables that a call needs and that are not there, or that no header can hold. */
export function lackingFor({ authorization = {}, headers = {} }: HttpDelivery, secrets: Secrets): Lack[] {
  const { bearer, basic, header, query, oauth2 } = authorization
  const ofHeaders = Object.values(headers).flatMap((value) => (typeof value === 'string' ? [] : value.variable))
  const inHeaders = [bearer?.variable, header?.variable, ...ofHeaders].filter((each) => each !== undefined)
  const encoded = [
    ...[basic?.userVariable, basic?.passwordVariable, query?.variable],
    ...[oauth2?.clientIdVariable, oauth2?.clientSecretVariable],
  ].filter((each) => each !== undefined)
  return [...new Set([...inHeaders, ...encoded])].flatMap((variable): Lack[] => {
    const secret = secrets(variable)
    if (!secret) return [unset(variable)]
    const isPossible = !inHeaders.includes(variable) || /^[\x20-\x7e]+$/.test(secret)
    return isPossible ? [] : [{ variable, lack: 'holds what no header can, such as a line break' }]
  })
}
