import type { Storage } from '../storage.ts'
import { contactIndexes } from './contact-indexes.ts'
import { cookieConsentTables } from './cookie-consent-tables.ts'
import { erasedDeliveries } from './erased-deliveries.ts'
import { erasuresTable } from './erasures-table.ts'
import { firstTables } from './first-tables.ts'
import { formVersionsTable } from './form-versions-table.ts'
import { installationTable } from './installation-table.ts'
import { laterDeliveries } from './later-deliveries.ts'
import { leadLifecycle } from './lead-lifecycle.ts'
import { leadSourceColumns } from './lead-source-columns.ts'
import { givenFeedNumbers, orderedKeyScopes } from './leaner-indexes.ts'
import { mailedAddresses } from './mailed-addresses.ts'
import { messageSubjects } from './message-subjects.ts'
import { partnerReplies } from './partner-replies.ts'
import { routingDays } from './routing-days.ts'
import { routingPrices } from './routing-prices.ts'
import { routingTables } from './routing-tables.ts'
import { savedForms } from './saved-forms.ts'
import { subscriptionTables } from './subscription-tables.ts'

/** A step from one shape of the database to the next. Never changed once released: add another. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** One statement each, in SQL that SQLite and PostgreSQL both read, or for each engine where they cannot agree. */
  readonly sql: readonly string[] | Readonly<Record<Storage['engine'], readonly string[]>>
}

/** What is left to do to a database, or why this code must not touch it. */
export type MigrationPlan = { ok: true; migrations: readonly Migration[] } | { ok: false; reason: string }

/** Every migration, in order; numbers count from 1 without gaps. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'first tables', sql: firstTables },
  { number: 2, name: 'form versions', sql: formVersionsTable },
  { number: 3, name: 'routing', sql: routingTables },
  { number: 4, name: 'installation', sql: installationTable },
  { number: 5, name: 'how leads came', sql: leadSourceColumns },
  { number: 6, name: 'contacts by lead', sql: contactIndexes },
  { number: 7, name: 'erasures', sql: erasuresTable },
  { number: 8, name: 'erased deliveries', sql: erasedDeliveries },
  { number: 9, name: 'messages of any subject', sql: messageSubjects },
  { number: 10, name: 'mailed addresses', sql: mailedAddresses },
  { number: 11, name: 'cookie consents', sql: cookieConsentTables },
  { number: 12, name: 'subscriptions', sql: subscriptionTables },
  { number: 13, name: 'messages at a later time', sql: laterDeliveries },
  { number: 14, name: 'replies of partners', sql: partnerReplies },
  { number: 15, name: 'days that partners got leads on', sql: routingDays },
  { number: 16, name: 'prices of leads', sql: routingPrices },
  { number: 17, name: 'saved forms', sql: savedForms },
  { number: 18, name: 'scopes of keys in their order', sql: orderedKeyScopes },
  { number: 19, name: 'feed numbers that are given', sql: givenFeedNumbers },
  { number: 20, name: 'the life of a lead', sql: leadLifecycle },
]

/** What a migration does on one of the engines. */
export function statementsOn(engine: Storage['engine'], { sql }: Migration): readonly string[] {
  return 'sqlite' in sql ? sql[engine] : sql
}

/** The table that remembers which migrations ran. */
export const migrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)'

/** Plans the migrations of a database whose last one was `applied` (0 for an empty database). */
export function planMigrations(applied: number): MigrationPlan {
  const latest = migrations.length
  if (applied <= latest) return { ok: true, migrations: migrations.slice(applied) }
  // Older code would write rows that lack what newer code relies on.
  const reason =
    `The database is at version ${applied}, and this Leadwright knows versions up to ${latest}: ` +
    'start a newer Leadwright, or restore the backup from before the upgrade.'
  return { ok: false, reason }
}
