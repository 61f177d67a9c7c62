import { plainWords, type ResolvedForm } from '#engine/form/model'
import { contentHash } from '#engine/node'
import { compile, type Row, type Storage } from '#server/storage'
import { findLead } from './find-leads.ts'
import { db } from './tables.ts'

/** One declaration, and whether it holds up. */
export interface Evidence {
  consent: string
  purpose: string
  granted: boolean
  text: string
  locale: string
  page: string | null
  definition: string
  givenAt: string
  ip: string | null
  userAgent: string | null
  /** Where the declaration had to be confirmed by a mailed link: when and from where that was done; null until then. */
  confirmation?: { at: string; ip: string | null } | null
  /** What does not fit; empty when the sentence is the one that the form had, letter for letter. */
  doubts: string[]
}

/** The consents of a lead, each checked against its hash and against the form as it was shown; null: no such lead. */
export async function evidenceOf(storage: Storage, lead: string): Promise<Evidence[] | null> {
  const found = await findLead(storage, lead)
  if (!found) return null
  const select = db.selectFrom('form_versions').select('resolved').where('hash', '=', String(found.lead.definition))
  const [[version] = []] = await storage.read([compile(select)])
  const form = version ? (JSON.parse(String(version.resolved)) as ResolvedForm) : null
  return found.consents.map((row) => {
    const shown = form?.consents.find(({ id }) => id === row.consent)
    const doubts = [
      ...(contentHash(String(row.text)) === row.text_hash ? [] : ['The sentence does not fit its hash.']),
      ...(form ? [] : ['The form as it was shown is not stored.']),
      ...(!form || (shown && plainWords(shown.text) === row.text)
        ? []
        : ['The form that was shown had another sentence.']),
    ]
    return {
      consent: String(row.consent),
      purpose: String(row.purpose),
      granted: row.granted === 1,
      text: String(row.text),
      locale: String(row.locale),
      page: row.page === null ? null : String(row.page),
      definition: String(row.definition),
      givenAt: String(row.given_at),
      ip: row.ip === null ? null : String(row.ip),
      userAgent: row.user_agent === null ? null : String(row.user_agent),
      ...confirmationIn(found.subscription),
      doubts,
    }
  })
}

/** A subscription that sending the form alone confirms has no moment of its own. */
function confirmationIn(subscription: Row | null): Pick<Evidence, 'confirmation'> {
  if (!subscription) return {}
  const { state, confirmed_at: at, confirmed_ip: ip } = subscription
  if (at !== null) return { confirmation: { at: String(at), ip: ip === null ? null : String(ip) } }
  return state === 'pending' || state === 'expired' ? { confirmation: null } : {}
}
