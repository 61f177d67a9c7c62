import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { Audit, Deed } from '#server/audit'
import { compile, queries, type Row, type Statement, type Storage } from '#server/storage'

/** The roles, with what each may do. */
const rights = {
  viewer: ['figures'],
  operator: ['figures', 'leads'],
  author: ['figures', 'definitions'],
  publisher: ['figures', 'definitions', 'publish'],
  owner: ['figures', 'leads', 'definitions', 'publish', 'people'],
} as const

export type Role = keyof typeof rights

/** `figures`: counts without personal data; `leads`: leads and deliveries; `people`: people, keys and the audit. */
export type Right = (typeof rights)[Role][number]

export const roles = Object.keys(rights) as Role[]

/** Whether a person with these roles has a right. */
export function may(held: readonly Role[], right: Right): boolean {
  return held.some((role) => (rights[role] as readonly Right[]).includes(right))
}

/** A person who may sign in to the console. */
export interface Person {
  id: string
  email: string
  name: string
  roles: Role[]
  /** The OpenID Connect provider that vouches for them; '' for those who have passkeys. */
  issuer: string
  createdAt: string
  signedInAt: string | null
}

/** Who a person is, according to a provider. */
export interface Identity {
  issuer: string
  subject: string
  email: string
  name: string
  roles: readonly Role[]
}

interface PersonRow {
  id: string
  issuer: string
  subject: string
  email: string
  name: string
  roles: string
  created_at: string
  signed_in_at: string | null
  removed_at: string | null
}

interface TokenRow {
  hash: string
  person_id: string
  expires_at: number
}

const db = queries.withTables<{
  people: PersonRow
  passkeys: { id: string; person_id: string }
  sessions: TokenRow & { began_at: number }
  invitations: TokenRow
  sign_ins: { hash: string; purpose: string; kept: string; expires_at: number }
}>()

/** How long a session lasts, in ms. */
const sessionTime = 12 * 60 * 60 * 1000

/** How long an invitation can be used, in ms. */
const invitationTime = 3 * 24 * 60 * 60 * 1000

/** How long a person may take to sign in, in ms. */
const signInTime = 10 * 60 * 1000

/** What a sign-in that has begun is for. */
type Purpose = 'openid' | 'passkey' | 'enrolment'

/** What a sign-in that has begun has to know when it ends. */
export type Kept = Readonly<Record<string, string>>

/** The people of the console. Every change is recorded; `who` is the id of the person who makes it, or `command line` and a name. */
export interface People {
  /** Invites an address, or its person again with other roles. @returns a token, which is used once */
  invite(email: string, roles: readonly Role[], who: string): Promise<string>
  /** Whom an invitation is for; null where it was used, has expired or never was. */
  invited(token: string): Promise<Person | null>
  /** The statements that use up an invitation. Their transaction fails when it was used meanwhile. */
  spendInvitation(token: string): Statement[]
  list(): Promise<Person[]>
  find(id: string): Promise<Person | null>
  /** @returns whether there is such a person */
  setRoles(id: string, roles: readonly Role[], who: string): Promise<boolean>
  /** Erases who they are; their passkeys and sessions end. What they did stays in the audit under their id. */
  remove(id: string, who: string): Promise<boolean>
  /** Whom a provider vouches for: known from before or new, with the roles that it says now. */
  signedIn(identity: Identity): Promise<Person>
  /** Begins a session, and ends the one that the browser had. @returns its token, which never was another session's */
  begin(person: string, how: string, earlier: string | null): Promise<string>
  /** Whose session a token is; null when it is over. */
  session(token: string): Promise<Person | null>
  /** Ends a session. */
  end(token: string, who: string): Promise<void>
  /** Ends all sessions of a person. */
  endAll(id: string, who: string): Promise<void>
  /** Keeps what a sign-in needs when it ends. @returns a token for the browser */
  keep(purpose: Purpose, kept: Kept): Promise<string>
  /** Takes it out: no sign-in ends twice. null where there is none. */
  take(purpose: Purpose, token: string): Promise<Kept | null>
  recording(deed: Deed): Storage
}

/** Opens the people of an installation. @param now milliseconds since the epoch */
export function openPeople(storage: Storage, audit: Audit, now: () => number): People {
  const at = () => new Date(now()).toISOString()
  const living = () => db.selectFrom('people').selectAll().where('removed_at', 'is', null)
  const about = (id: string) => `person ${id}`
  const exists = (id: string) => ({
    sql: 'EXISTS (SELECT 1 FROM people WHERE id = ? AND removed_at IS NULL)',
    parameters: [id],
  })

  async function one(select: { compile: () => { sql: string; parameters: readonly unknown[] } }) {
    const [[row] = []] = await storage.read([compile(select as Parameters<typeof compile>[0])])
    return row ? toPerson(row) : null
  }

  const find = (id: string) => one(living().where('id', '=', id))

  /** Whose token it is, unless it has expired. */
  const holder = (table: 'invitations' | 'sessions', token: string) =>
    one(
      living().where('id', 'in', (inner) =>
        inner
          .selectFrom(table)
          .select('person_id')
          .where('hash', '=', tokenHash(token))
          .where('expires_at', '>', now()),
      ),
    )

  const endingAll = (id: string) => compile(db.deleteFrom('sessions').where('person_id', '=', id))

  async function change(id: string, action: string, who: string, deed: Partial<Deed>, statements: Statement[]) {
    const person = await find(id)
    if (!person) return false
    await audit.recording({ who, action, object: about(id), ...deed }).atomic(statements)
    return true
  }

  /** Inserts a person unless there is one, and sets what is said of them now. */
  async function upsert(
    { issuer, subject, email, name, roles: held }: Identity,
    deed: Pick<Deed, 'who' | 'action'>,
    more: (id: string) => Statement[],
  ) {
    const key = (select: ReturnType<typeof living>) =>
      select.where('issuer', '=', issuer).where('subject', '=', subject)
    const known = await one(key(living()))
    const id = known?.id ?? v7()
    const said = { email, name, roles: held.join(' ') }
    const row = { id, issuer, subject, ...said, created_at: at(), signed_in_at: null, removed_at: null }
    const insert = db.insertInto('people').values(row)
    const statement = compile(
      insert.onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(said)),
    )
    const entry = { object: about(id), before: known?.roles ?? [], after: held, detail: held.join(' ') }
    const isChange = known === null || known.roles.join(' ') !== held.join(' ') || deed.action === 'person.invite'
    const target = isChange ? audit.recording({ ...deed, who: deed.who || id, ...entry }) : storage
    await target.atomic([statement, ...more(id)])
    return (await one(key(living()))) as Person
  }

  return {
    async invite(email, held, who) {
      const token = newToken()
      const address = email.trim().toLowerCase()
      const identity = { issuer: '', subject: address, email: address, name: '', roles: held }
      await upsert(identity, { who, action: 'person.invite' }, (id) => [
        compile(db.deleteFrom('invitations').where('person_id', '=', id)),
        compile(
          db
            .insertInto('invitations')
            .values({ hash: tokenHash(token), person_id: id, expires_at: now() + invitationTime }),
        ),
      ])
      return token
    },

    invited: (token) => holder('invitations', token),

    spendInvitation: (token) => [
      {
        // Of a row that is gone there is no person to insert, which the table refuses.
        sql: `INSERT INTO invitations (hash, person_id, expires_at)
          SELECT ?, (SELECT person_id FROM invitations WHERE hash = ? AND expires_at > ?), 0`,
        parameters: [`used ${tokenHash(token)}`, tokenHash(token), now()],
      },
      compile(db.deleteFrom('invitations').where('hash', 'in', [tokenHash(token), `used ${tokenHash(token)}`])),
    ],

    async list() {
      const [rows = []] = await storage.read([compile(living().orderBy('created_at'))])
      return rows.map(toPerson)
    },

    find,

    setRoles: async (id, held, who) =>
      change(
        id,
        'person.roles',
        who,
        { before: (await find(id))?.roles, after: held, detail: held.join(' '), when: exists(id) },
        [
          compile(
            db
              .updateTable('people')
              .set({ roles: held.join(' ') })
              .where('id', '=', id),
          ),
        ],
      ),

    remove: (id, who) =>
      change(id, 'person.remove', who, {}, [
        compile(
          db
            .updateTable('people')
            .set({ issuer: '', subject: id, email: '', name: '', roles: '', removed_at: at() })
            .where('id', '=', id),
        ),
        compile(db.deleteFrom('passkeys').where('person_id', '=', id)),
        compile(db.deleteFrom('invitations').where('person_id', '=', id)),
        endingAll(id),
      ]),

    signedIn: (identity) => upsert(identity, { who: '', action: 'person.known' }, () => []),

    async begin(person, how, earlier) {
      const token = newToken()
      const row = { hash: tokenHash(token), person_id: person, began_at: now(), expires_at: now() + sessionTime }
      await audit
        .recording({ who: person, action: 'session.begin', object: about(person), detail: how })
        .atomic([
          ...(earlier === null ? [] : [compile(db.deleteFrom('sessions').where('hash', '=', tokenHash(earlier)))]),
          compile(db.deleteFrom('sessions').where('expires_at', '<=', now())),
          compile(db.insertInto('sessions').values(row)),
          compile(db.updateTable('people').set({ signed_in_at: at() }).where('id', '=', person)),
        ])
      return token
    },

    session: (token) => holder('sessions', token),

    end: async (token, who) =>
      void (await audit
        .recording({ who, action: 'session.end', object: about(who) })
        .atomic([compile(db.deleteFrom('sessions').where('hash', '=', tokenHash(token)))])),

    endAll: async (id, who) => void (await change(id, 'session.end-all', who, {}, [endingAll(id)])),

    async keep(purpose, kept) {
      const token = newToken()
      const row = { hash: tokenHash(token), purpose, kept: JSON.stringify(kept), expires_at: now() + signInTime }
      await storage.atomic([
        compile(db.deleteFrom('sign_ins').where('expires_at', '<=', now())),
        compile(db.insertInto('sign_ins').values(row)),
      ])
      return token
    },

    async take(purpose, token) {
      const taken = db
        .deleteFrom('sign_ins')
        .where('hash', '=', tokenHash(token))
        .where('purpose', '=', purpose)
        .returning(['kept', 'expires_at'])
      const [[row] = []] = await storage.atomic([compile(taken)])
      return row && Number(row.expires_at) > now() ? JSON.parse(String(row.kept)) : null
    },

    recording: audit.recording,
  }
}

function toPerson(row: Row): Person {
  const held = String(row.roles).split(' ')
  return {
    ...{ id: String(row.id), email: String(row.email), name: String(row.name), issuer: String(row.issuer) },
    roles: roles.filter((role) => held.includes(role)),
    createdAt: String(row.created_at),
    signedInAt: row.signed_in_at === null ? null : String(row.signed_in_at),
  }
}

/** 256 random bits cannot be guessed, so that a plain hash is enough. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
