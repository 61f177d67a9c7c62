import { placeholders } from '#engine/form/lead'
import { isTree, type Tree } from '#engine/form/model'
import { type DefinitionProblem, didYouMean, type Library, type Schemas } from '#engine/library'
import { answeringOf, givesOffers } from '#engine/site'
import type { AskedOffers } from '#schemas/generated/asked-offers.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'

/** What the request about a chosen offer can name. */
const chosenNames = ['id', 'externalId', 'offer', 'form', 'locale', 'chosenAt']

/** The properties of an offer that lead to another host. */
const leading = ['link', 'documents', 'rating.url']

/** What a partner says of its offers: that it has some where it says so, that they are shown, and how they are read. */
export function checkAnswers(
  file: string,
  partner: PartnerDefinition,
  library: Library,
  schemas: Schemas,
): DefinitionProblem[] {
  const giving = Object.entries(partner.deliveries).filter(([, delivery]) => givesOffers(delivery))
  const [first] = giving
  if (!first) {
    if (answeringOf(partner) !== 'now') return []
    const message =
      'No delivery of this partner gives offers, so there would be nothing to see. Add "offers" to a delivery of the kind "http", or say "email" or "call".'
    return [{ file, path: ['answers'], on: 'value', message }]
  }
  return [
    ...checkPromise(file, partner, giving),
    ...checkShown({ file, path: ['deliveries', first[0], 'offers'] }, partner, library),
    ...giving.flatMap(([id, delivery]) =>
      delivery.kind === 'http' && delivery.offers
        ? checkAsked({ file, path: ['deliveries', id, 'offers'] }, delivery.offers, {
            hasReference: delivery.reference !== undefined,
            takesTests: partner.testLeads === true,
            known: propertiesIn(schemas),
          })
        : [],
    ),
  ]
}

/** Offers that come with the reply are there at once, whatever else the partner does. */
function checkPromise(
  file: string,
  partner: PartnerDefinition,
  giving: readonly (readonly [string, DeliveryDefinition])[],
): DefinitionProblem[] {
  const answering = answeringOf(partner)
  const atOnce = giving.find(([, delivery]) => !(delivery.kind === 'http' && delivery.offers?.later))
  if (answering === 'now' || !atOnce) return []
  const message = `The delivery "${atOnce[0]}" answers with offers, which visitors see at once. Say "now", or remove "offers" from the delivery.`
  return [{ file, path: ['answers'], on: 'value', message }]
}

interface Place {
  file: string
  path: readonly string[]
}

function checkShown({ file, path }: Place, { filters }: PartnerDefinition, library: Library): DefinitionProblem[] {
  const forms = filters.flatMap(({ form }) => library.forms.get(form) ?? [])
  if (forms.length < filters.length || forms.some(({ value }) => value.offers)) return []
  const message =
    'None of the forms that this partner takes has "offers", so its offers are shown nowhere. Add "offers" to a form.'
  return [{ file, path, on: 'key', message }]
}

/** What the rest of a partner says that matters to its offers. */
interface Around {
  /** Whether the delivery reads the partner's own id of a lead. */
  hasReference: boolean
  /** Whether the partner gets test leads. */
  takesTests: boolean
  known: Properties
}

function checkAsked({ file, path }: Place, { map, hosts, sandbox, chosen }: AskedOffers, around: Around) {
  const say = (keys: readonly string[], message: string, on: 'key' | 'value' = 'key'): DefinitionProblem => ({
    ...{ file, path: [...path, ...keys], on, message },
  })
  const problems: DefinitionProblem[] = []
  if (map) problems.push(...checkMap(map, around.known).map(([keys, message]) => say(['map', ...keys], message)))
  const link = hosts ? undefined : Object.keys(map ?? {}).find((property) => leading.includes(property))
  if (link !== undefined) {
    const message = `An offer whose link leads to a host that is not named is not shown. Add "hosts" with the hosts that "${link}" leads to.`
    problems.push(say(['map', link], message))
  }
  if (sandbox !== undefined && !around.takesTests)
    problems.push(
      say(
        ['sandbox'],
        'This partner gets no test leads, so this is never called. Add "testLeads": true, or remove it.',
      ),
    )
  const texts: [string[], string][] = chosen
    ? [
        [['path'], chosen.path],
        ...Object.entries(chosen.map ?? {}).map(([name, text]): [string[], string] => [['map', name], text]),
      ]
    : []
  for (const [keys, text] of texts)
    for (const name of placeholders(text)) {
      if (!chosenNames.includes(name)) {
        const message = `A choice has no "${name}".${didYouMean(name, chosenNames)}`
        problems.push(say(['chosen', ...keys], message, 'value'))
      } else if (name === 'externalId' && !around.hasReference) {
        const message =
          'The partner\'s own id is not read from its replies. Add "reference" to the delivery, or name "id".'
        problems.push(say(['chosen', ...keys], message, 'value'))
      }
    }
  return problems
}

/** The properties of an offer, each with what it must have where it has parts of its own. */
type Properties = ReadonlyMap<string, { parts: readonly string[]; required: readonly string[] }>

function propertiesIn(schemas: Schemas): Properties {
  const { properties = {}, definitions = {} } = (schemas['offer.schema.json'] ?? {}) as Record<string, Tree>
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      const named = isTree(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
      const own = named === undefined ? undefined : definitions[named]
      const { properties: parts = {}, required = [] } = (isTree(own) ? own : {}) as {
        properties?: Tree
        required?: string[]
      }
      return [name, { parts: Object.keys(parts), required }]
    }),
  )
}

/** A sentence each, and the keys within the map that it is about. */
function checkMap(map: NonNullable<AskedOffers['map']>, known: Properties): [keys: string[], message: string][] {
  const written = Object.keys(map)
  const possible = [...known].flatMap(([name, { parts }]) => [name, ...parts.map((part) => `${name}.${part}`)])
  const strange = written.filter((property) => !possible.includes(property))
  if (strange.length > 0)
    return strange.map((property) => [[property], `An offer has no "${property}".${didYouMean(property, possible)}`])
  const ofSources = Object.entries(map).flatMap(([property, source]): [string[], string][] => {
    if (typeof source === 'string') return []
    if ('const' in source === 'at' in source)
      return [[[property], 'Say where the value comes from: "at" with a place in the entry, or "const" with a value.']]
    return 'const' in source && 'values' in source
      ? [[[property, 'values'], '"const" is one value already. Remove "values".']]
      : []
  })
  const lacking = ['product', ...[...known].flatMap(([name, { required }]) => partsLacking(name, required, written))]
    .filter((property) => !written.includes(property))
    .slice(0, 1)
    .map((property): [string[], string] => [[], `An offer without "${property}" is not shown. Add it to the map.`])
  const hasPrice = written.some((property) => /^(price|rate)(\.|$)/.test(property))
  if (lacking.length > 0 || hasPrice) return [...ofSources, ...lacking]
  const message =
    'An offer without a price or a rate is not shown. Add "price.amount" and "price.period", or "rate.apr".'
  return [...ofSources, [[], message]]
}

/** Who maps a part of something maps all that it cannot be without. */
function partsLacking(name: string, required: readonly string[], written: readonly string[]): string[] {
  const isBegun = written.some((property) => property.startsWith(`${name}.`))
  return isBegun ? required.map((part) => `${name}.${part}`) : []
}
