import { placeholders } from '#engine/form/lead/placeholders.ts'
import type { HttpDelivery, PartnerAnswer } from '#schemas/generated/deliveries/http.ts'
import type { PartnerMap } from '#schemas/generated/partner.ts'
import type { WithdrawalRequest } from '#schemas/generated/withdrawal.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { didYouMean } from '../../../library/did-you-mean.ts'

interface Place {
  file: string
  path: readonly string[]
}

const ways = ['bearer', 'basic', 'header', 'query', 'oauth2']

/** Headers that are ours to set, each with what to do instead. */
const ours: Readonly<Record<string, string>> = {
  authorization: 'Say who calls in "authorization", by the name of a variable.',
  'idempotency-key': 'It holds the id of the delivery, so that the partner can tell a repeat.',
  ...Object.fromEntries(
    ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'].map((name) => [
      name,
      'It goes with each call by itself.',
    ]),
  ),
}

/** @param names what stands in the lead as the partner gets it */
export function checkHttp(
  { file, path }: Place,
  delivery: HttpDelivery,
  names: readonly string[] | null,
): DefinitionProblem[] {
  const say = (keys: readonly string[], message: string, on: 'key' | 'value' = 'value'): DefinitionProblem => ({
    ...{ file, path: [...path, ...keys], on, message },
  })
  const { url, query = {}, headers = {}, authorization, accepted, refused = [], reference } = delivery
  const addresses: [string[], string][] = [
    [['url'], url],
    ...Object.entries(query).map(([name, value]): [string[], string] => [['query', name], value]),
  ]
  return [
    ...addresses.flatMap(([keys, text]) =>
      placeholders(text)
        .filter((name) => names && !names.includes(name))
        .map((name) => say(keys, `This partner's leads have nothing under "${name}".${didYouMean(name, names ?? [])}`)),
    ),
    ...Object.keys(headers).flatMap((name) => {
      const why = ours[name.toLowerCase()]
      if (why !== undefined) return [say(['headers', name], `The header "${name}" is not set here. ${why}`, 'key')]
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
        ? []
        : [say(['headers', name], `"${name}" cannot name a header.`, 'key')]
    }),
    ...(authorization && Object.keys(authorization).length > 1
      ? [
          say(
            ['authorization'],
            `Say who calls in one way: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)}.`,
          ),
        ]
      : []),
    ...(accepted ? checkAnswer(accepted).map(([key, message]) => say(['accepted', key], message, 'key')) : []),
    ...refused.flatMap((answer, at) =>
      checkAnswer(answer).map(([key, message]) => say(['refused', String(at), key], message, 'key')),
    ),
    ...(reference?.pointer !== undefined && reference.after !== undefined
      ? [say(['reference', 'after'], oneOf('pointer', 'after'), 'key')]
      : []),
  ]
}

/** What a withdrawal can name. */
const withdrawalNames = ['id', 'externalId', 'email', 'form', 'locale', 'withdrawnAt']

/** The request that tells a partner of a withdrawal names only what there is. */
export function checkWithdrawal({ file, path }: Place, { path: at, map = {} }: WithdrawalRequest): DefinitionProblem[] {
  const texts: [string[], string][] = [
    [['path'], at],
    ...Object.entries(map).map(([name, text]): [string[], string] => [['map', name], text]),
  ]
  return texts.flatMap(([keys, text]) =>
    placeholders(text)
      .filter((name) => !withdrawalNames.includes(name))
      .map(
        (name): DefinitionProblem => ({
          ...{ file, path: [...path, 'unsubscribed', ...keys], on: 'value' },
          message: `A withdrawal has no "${name}".${didYouMean(name, withdrawalNames)} Known: ${withdrawalNames.join(', ')}.`,
        }),
      ),
  )
}

/** A sentence, and the key that it is about. */
function checkAnswer({ pointer, values, begins }: PartnerAnswer): [key: string, message: string][] {
  if (pointer !== undefined && begins !== undefined) return [['begins', oneOf('pointer', 'begins')]]
  return values && pointer === undefined ? [['values', 'Say with "pointer" where these values stand.']] : []
}

function oneOf(json: string, text: string): string {
  return `An answer is JSON or text: "${json}" and "${text}" exclude each other. Remove one.`
}

/** What a map writes, with what stands in its objects: person.city. */
export function namesIn(map: PartnerMap): string[] {
  return Object.entries(map).flatMap(([name, source]) =>
    typeof source === 'object' && 'object' in source ? namesIn(source.object).map((inner) => `${name}.${inner}`) : name,
  )
}
