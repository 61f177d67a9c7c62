import { evidenceOf } from '#server/leads/evidence.ts'
import { findLead } from '#server/leads/find-leads.ts'
import type { Storage } from '#server/storage/storage.ts'
import { fail } from './fail.ts'

/** What became of a lead and why. Its answers are personal and stay unsaid. */
export async function showLead(storage: Storage, id: string): Promise<void> {
  const found = await findLead(storage, id)
  if (!found) return fail(`There is no lead ${id}.`)
  const { lead, routings, deliveries } = found
  for (const name of ['id', 'received_at', 'form', 'locale', 'brand', 'page', 'definition', 'erased_at'])
    if (lead[name] !== null) console.log(`${name.padEnd(12)} ${lead[name]}`)
  if (lead.test === 1) console.log('test         yes')
  console.log(routings.length > 0 ? '\nRouting' : '\nNo partner takes leads of this form.')
  for (const { partner, taken, reason, detail } of routings)
    console.log(`  ${taken === 1 ? '+' : '-'} ${String(partner).padEnd(20)} ${String(reason).padEnd(20)} ${detail}`)
  if (deliveries.length > 0) console.log('\nDeliveries')
  for (const { id, partner, delivery, kind, state, attempts, last_error: error } of deliveries)
    console.log(`  ${id}  ${partner}/${delivery} (${kind})  ${state}, ${attempts} tries${error ? `  ${error}` : ''}`)
}

/** The declarations of a lead as a document, with what was checked about each. */
export async function showConsents(storage: Storage, id: string): Promise<void> {
  const evidence = await evidenceOf(storage, id)
  if (!evidence) return fail(`There is no lead ${id}.`)
  console.log(`Declarations of lead ${id}`)
  for (const one of evidence) {
    console.log(`
${one.granted ? 'GIVEN' : 'NOT GIVEN'}: ${one.consent} (${one.purpose})

  ${one.text}

  shown in     ${one.locale}${one.page === null ? '' : `, on the page ${one.page}`}
  definition   ${one.definition}
  time         ${one.givenAt}
  address      ${one.ip ?? '-'}
  browser      ${one.userAgent ?? '-'}
  verified     ${one.doubts.length === 0 ? 'yes: the sentence is the one the form had, letter for letter' : one.doubts.join(' ')}`)
  }
  if (evidence.length === 0) console.log('\nThe form asked for none.')
  if (evidence.some(({ doubts }) => doubts.length > 0)) process.exitCode = 1
}
