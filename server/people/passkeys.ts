import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Audit } from '#server/audit'
import { compile, queries, StatementFailed, type Storage } from '#server/storage'
import type { People, Person } from './people.ts'

interface PasskeyRow {
  id: string
  person_id: string
  /** base64url. */
  public_key: string
  counter: number
  /** With spaces. */
  transports: string
  created_at: string
  used_at: string | null
}

const db = queries.withTables<{ passkeys: PasskeyRow }>()

/** Three hundred modules, which a server without visitors of its console never needs. */
const ceremonies = () => import('@simplewebauthn/server')

/** A ceremony that has begun: what the browser asks its authenticator, and the token of what is kept. */
interface Begun<Options> {
  options: Options
  token: string
}

/** Signs people in with passkeys, which they create with an invitation. */
export interface Passkeys {
  /** null where the invitation is not valid. */
  beginEnrolment(invitation: string): Promise<Begun<PublicKeyCredentialCreationOptionsJSON> | null>
  /** The person whose passkey it is now; null where what the browser sent does not answer what it was asked. */
  enrol(invitation: string, token: string, response: unknown): Promise<Person | null>
  beginSignIn(): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>>
  /** The person who signed in; null where the passkey is unknown, or the answer is another's or was used before. */
  signIn(token: string, response: unknown): Promise<Person | null>
}

/** What a ceremony's reply is, so far as it is read before it is verified. */
export function signInSaid(body: unknown): { token: string; invitation: string; response: unknown } {
  const { token, invitation, response } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  return { token: String(token ?? ''), invitation: String(invitation ?? ''), response }
}

/**
 * Opens the passkeys of the console.
 * @param origin the console's
 * @param now milliseconds since the epoch
 */
export function openPasskeys(storage: Storage, people: People, origin: string, now: () => number): Passkeys {
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: origin, expectedRPID: rpID }
  const recording: Audit['recording'] = people.recording

  async function passkeysOf(person: string) {
    const [rows = []] = await storage.read([
      compile(db.selectFrom('passkeys').select(['id', 'transports']).where('person_id', '=', person)),
    ])
    return rows.map(({ id, transports }) => ({ id: String(id), transports: transportsIn(transports) }))
  }

  return {
    async beginEnrolment(invitation) {
      const person = await people.invited(invitation)
      if (!person) return null
      const { generateRegistrationOptions } = await ceremonies()
      const options = await generateRegistrationOptions({
        ...{ rpName: 'Leadwright', rpID, userID: new TextEncoder().encode(person.id), userName: person.email },
        attestationType: 'none',
        excludeCredentials: await passkeysOf(person.id),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, token: await people.keep('enrolment', { challenge: options.challenge }) }
    },

    async enrol(invitation, token, response) {
      const [person, kept] = [await people.invited(invitation), await people.take('enrolment', token)]
      if (!person || !kept) return null
      const { verifyRegistrationResponse } = await ceremonies()
      const verified = await verifyRegistrationResponse({
        ...{ response: response as RegistrationResponseJSON, expectedChallenge: kept.challenge ?? '', ...expected },
      }).catch(() => null)
      if (!verified?.verified) return null
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const row = {
        ...{ id, person_id: person.id, public_key: Buffer.from(publicKey).toString('base64url'), counter },
        ...{ transports: transports.join(' '), created_at: new Date(now()).toISOString(), used_at: null },
      }
      try {
        await recording({ who: person.id, action: 'passkey.create', object: `person ${person.id}` }).atomic([
          ...people.spendInvitation(invitation),
          compile(db.insertInto('passkeys').values(row)),
        ])
      } catch (error) {
        // The invitation was used just then, or the passkey belongs to another person.
        if (error instanceof StatementFailed) return null
        throw error
      }
      return person
    },

    async beginSignIn() {
      const { generateAuthenticationOptions } = await ceremonies()
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return { options, token: await people.keep('passkey', { challenge: options.challenge }) }
    },

    async signIn(token, answered) {
      const kept = await people.take('passkey', token)
      const response = answered as AuthenticationResponseJSON | null
      if (!kept || typeof response?.id !== 'string') return null
      const [[row] = []] = await storage.read([
        compile(db.selectFrom('passkeys').selectAll().where('id', '=', response.id)),
      ])
      if (!row) return null
      const credential = {
        ...{ id: String(row.id), counter: Number(row.counter), transports: transportsIn(row.transports ?? null) },
        publicKey: new Uint8Array(Buffer.from(String(row.public_key), 'base64url')),
      }
      const { verifyAuthenticationResponse } = await ceremonies()
      const verified = await verifyAuthenticationResponse({
        ...{ response, expectedChallenge: kept.challenge ?? '', ...expected, credential },
      }).catch(() => null)
      if (!verified?.verified) return null
      const { newCounter } = verified.authenticationInfo
      const used = { counter: newCounter, used_at: new Date(now()).toISOString() }
      await storage.atomic([compile(db.updateTable('passkeys').set(used).where('id', '=', credential.id))])
      return people.find(String(row.person_id))
    },
  }
}

function transportsIn(text: unknown): AuthenticatorTransport[] {
  return String(text ?? '')
    .split(' ')
    .filter(Boolean) as AuthenticatorTransport[]
}
