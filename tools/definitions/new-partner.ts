import type { CallAuthorization } from '#schemas/generated/deliveries/http.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { kindOf } from '#server/channels/channel-of.ts'
import type { Blueprint, Question } from './blueprint.ts'

type Answers = Record<string, string>

/** How an API is shown who calls, each with what it takes; `k` is what variables of the partner begin with. */
const authorizations: Record<string, (k: string, answers: Answers) => CallAuthorization | undefined> = {
  none: () => undefined,
  bearer: (k) => ({ bearer: { variable: `${k}_TOKEN` } }),
  basic: (k) => ({ basic: { userVariable: `${k}_USER`, passwordVariable: `${k}_PASSWORD` } }),
  header: (k, { key = '' }) => ({ header: { name: key, variable: `${k}_KEY` } }),
  query: (k, { key = '' }) => ({ query: { name: key, variable: `${k}_KEY` } }),
  oauth2: (k, { 'token-url': tokenUrl = '', scope }) => ({
    oauth2: {
      ...{ tokenUrl, clientIdVariable: `${k}_CLIENT_ID`, clientSecretVariable: `${k}_CLIENT_SECRET` },
      ...(scope && { scope }),
    },
  }),
}

/** A way to deliver: what it is called in the file, and how it is written from what was answered. */
interface Way {
  name: string
  write: (id: string, answers: Answers) => DeliveryDefinition
}

/** By kind. */
const ways: Record<string, Way> = {
  pull: { name: 'feed', write: () => ({ kind: 'pull' }) },
  webhook: {
    name: 'hook',
    write: (id, { url = '' }) => ({ kind: 'webhook', url, secretVariable: `${prefix(id)}_SECRET` }),
  },
  http: {
    name: 'api',
    write(id, { url = '', body, authorization = 'none', ...rest }) {
      const shown = authorizations[authorization]?.(prefix(id), rest)
      const written = body === 'form' ? ({ body } as const) : {}
      return { kind: 'http', url, ...written, ...(shown && { authorization: shown }) }
    },
  },
  email: { name: 'mail', write: (_, { to = '', from = '' }) => ({ kind: 'email', to, from }) },
  'data-delivery': {
    name: 'provider',
    write: (id, { url = '', 'partner-id': partnerId = '' }) => ({
      ...{ kind: 'data-delivery', url, keyVariables: { default: `${prefix(id)}_KEY` }, partnerId },
    }),
  },
}

/** What the variables of a partner begin with: ACME_ENERGY for acme-energy. */
function prefix(id: string): string {
  return id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}

const by =
  (...kinds: string[]) =>
  ({ delivery = '' }: Answers) =>
    kinds.includes(delivery)
const shownBy =
  (...kinds: string[]) =>
  ({ authorization = '' }: Answers) =>
    kinds.includes(authorization)

const questions: readonly Question[] = [
  { flag: 'name', ask: 'What is the partner called?' },
  { flag: 'form', ask: 'Leads of which form?', fallback: (_, { formIds }) => formIds[0] },
  {
    ...{ flag: 'delivery', ask: 'How do leads reach it?', choices: Object.keys(ways) },
    fallback: () => 'pull',
  },
  { flag: 'url', ask: 'At which address?', when: by('webhook', 'http', 'data-delivery') },
  {
    ...{ flag: 'body', ask: 'How does its API take leads?', choices: ['json', 'form'], when: by('http') },
    fallback: () => 'json',
  },
  {
    ...{ flag: 'authorization', ask: 'How is its API shown who calls?', choices: Object.keys(authorizations) },
    ...{ when: by('http'), fallback: () => 'none' },
  },
  { flag: 'key', ask: 'What is the header or parameter of its key called?', when: shownBy('header', 'query') },
  { flag: 'token-url', ask: 'At which address are tokens asked for?', when: shownBy('oauth2') },
  { flag: 'scope', ask: 'For which scope, if it has any?', when: shownBy('oauth2'), fallback: () => '' },
  { flag: 'partner-id', ask: 'By which id does the provider know us?', when: by('data-delivery') },
  { flag: 'to', ask: 'To which e-mail address do leads go?', when: by('email') },
  {
    ...{ flag: 'from', ask: 'From which one do they come?', when: by('email') },
    fallback: (_, { site, brand }) => brand(site.brand).sender,
  },
]

function deliveriesOf(id: string, answers: Answers): Record<string, DeliveryDefinition> {
  const way = ways[answers.delivery ?? '']
  return way ? { [way.name]: way.write(id, answers) } : {}
}

export const partner: Blueprint = {
  folder: 'partners',
  schema: 'partner.schema.json',
  questions,
  write: (id, answers) => ({
    ...{ name: answers.name, takes: [{ form: answers.form }], deliveries: deliveriesOf(id, answers) },
  }),
  next(id, answers) {
    const [delivery] = Object.values(deliveriesOf(id, answers))
    if (!delivery) return ''
    const lacking = kindOf(delivery).lacks?.(delivery, () => undefined) ?? []
    const variables = lacking.map(({ variable }) => variable)
    return [
      ...(variables.length > 0 ? [`Set ${new Intl.ListFormat('en-GB').format(variables)} in the environment.`] : []),
      ...(delivery.kind === 'webhook' ? ['The secret is whsec_ and base64, and the partner has it too.'] : []),
      ...(delivery.kind === 'pull' ? [`Make its key: npx leadwright partners key ${id}`] : []),
      ...(delivery.kind === 'http'
        ? ['Say in "map" what it calls each answer, and in "accepted" what it answers when it has taken a lead.']
        : []),
    ].join(' ')
  },
}
