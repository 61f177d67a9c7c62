import { v7 } from 'uuid'
import type { Answers } from '#engine/form/journey/answers.ts'
import { everyField } from '#engine/form/journey/repeat.ts'
import type { FieldPlace } from '#engine/form/model/field-place.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { dayIn } from '#engine/form/values/calendar.ts'
import { dayText } from '#engine/form/values/day-text.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import type { SaveOrder } from '#engine/site/page-host.ts'
import { begunAt } from '#engine/site/page-key.ts'
import { erasedAddress } from '../leads/erased-address.ts'
import { insertStandaloneMail, markAsked, quotaHash } from '../leads/messages.ts'
import { fillingOf, mintKey } from '../leads/submission-keys.ts'
import { mintToken } from '../leads/subscriptions.ts'
import { mailToVisitor } from '../mail/visitor-mail.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { KeyedHash } from '../storage/secret-key.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { deviceHash } from './device.ts'
import { endSaved } from './end-saved.ts'
import { seal } from './seal.ts'

/** What saving and opening work with. */
export interface Saving {
  catalog: () => Catalog
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called once there is a mail to send. */
  onSaved: () => void
}

const day = 24 * 60 * 60 * 1000

/**
 * Saves a form and mails the link to it. Where the address had its links for the day, the form is saved all the same and
 * its link leaves once there is room. What the same filling of the form had saved is replaced; what was saved from elsewhere
 * with the same address stays as it is, and each link opens its own answers. Rejects with StorageUnavailable.
 * @param localOrigin the origin of a trial on this machine, where links lead then
 * @returns `unwritten`: the definitions have no mail for it, or no sender
 */
export async function saveForm(
  saving: Saving,
  order: SaveOrder,
  localOrigin: string | null,
): Promise<'saved' | 'delayed' | 'unwritten'> {
  const { storage, now, onSaved } = saving
  const moment = now()
  const statements = statementsOf(saving, order, localOrigin, moment)
  const results = await storage.atomic([...statements, markAsked(moment)])
  if (statements.length === 0) return 'unwritten'
  onSaved()
  return results[mailedAt]?.[0]?.state === 'pending' ? 'saved' : 'delayed'
}

/** The place of the statement that inserts the mail and returns its state. */
const mailedAt = 1

/** Nothing where nobody could write the mail. */
function statementsOf(
  { catalog, hash }: Saving,
  { version: { form }, page, answers, key, attribution, address, device }: SaveOrder,
  localOrigin: string | null,
  now: number,
): Statement[] {
  const origin = localOrigin ?? page.brand.origin
  if (!form.goOnLater || origin === null) return []
  const expiresAt = now + form.goOnLater.days * day
  const { token, hash: tokenHash } = mintToken()
  const { locale, market, title } = form
  const mail = writeMail(catalog(), {
    to: address,
    mail: form.goOnLater.mail,
    locale,
    brand: page.brand.id,
    form: title,
    // The last day that it works on from morning to night.
    date: dayText(dayIn(expiresAt - day, market.timeZone), { locale, market }),
    links: { goOn: `${origin}${page.path}?token=${token}` },
  })
  if (!mail) return []
  const id = v7({ msecs: now })
  const mailed = { message: mailToVisitor('resume', mail), address: quotaHash(hash, address) }
  const filling = begunAt(key) === null ? mintKey(now) : key
  const kept = withoutTicks(form, answers)
  const content = { answers: kept, key: filling, attribution, lastName: lastNameIn(form, kept) }
  const row = {
    ...{ hash: tokenHash, mail_id: id, form: form.id, brand: page.brand.id, address: erasedAddress(hash, address) },
    ...{ filling: fillingOf(filling), device: device === '' ? null : deviceHash(token, device) },
    ...{ sealed: seal(hash, token, content), saved_at: new Date(now).toISOString() },
  }
  const columns = Object.keys(row)
  const save = {
    sql: `INSERT INTO saved_forms (${columns.join(', ')}, expires_at)
      SELECT ${columns.map(() => 'CAST(? AS TEXT)').join(', ')}, CAST(? AS BIGINT)`,
    parameters: [...Object.values(row), expiresAt],
  }
  const replaced = endSaved('filling = ? AND address = ? AND form = ? AND brand = ? AND hash <> ?', [
    ...[row.filling, row.address, row.form, row.brand, row.hash],
  ])
  return [...insertStandaloneMail(id, mailed, now), save, ...replaced]
}

/** A tick is for the sentence beside it, which may be another when the visitor comes back. */
function withoutTicks({ consents }: ResolvedForm, answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !consents.some(({ id }) => id === field)))
}

/** The visitor's own: the one that stands beside an e-mail address, since others may be named too. */
function lastNameIn(form: ResolvedForm, answers: Answers): string | null {
  const fields = everyField(form, answers)
  const isBeside = (name: FieldPlace) =>
    fields.some(({ kind, place }) => kind === 'email' && place.group === name.group)
  const names = fields.flatMap(({ id, kind, place }) =>
    kind === 'family-name' && isBeside(place) ? [answers[id]] : [],
  )
  return names.find((name) => typeof name === 'string') ?? null
}
