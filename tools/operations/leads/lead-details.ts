import { isFictionalPhone } from '#engine/form/values/fictional-phone.ts'
import { type Evidence, evidenceOf } from '#server/leads/evidence.ts'
import { findLead } from '#server/leads/find-leads.ts'
import {
  type CancelReason,
  cancelReasons,
  type DeliveryState,
  deliveryStates,
  leadStates,
} from '#server/leads/lifecycle.ts'
import { properties } from '#server/leads/properties.ts'
import { personData } from '#server/privacy/person-data.ts'
import type { Row } from '#server/storage/storage.ts'
import { printable } from '../../terminal/printable.ts'
import { onStorage } from '../../terminal/storage.ts'
import { fullId } from '../full-id.ts'

/** What a lead says, what became of it and why. */
export async function showLead(typed: string, { json }: { json: boolean }): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'leads', typed)
    const found = id === null ? null : await findLead(storage, id)
    if (!found) return
    if (json) return console.log(JSON.stringify(personData(found)))
    const { lead, routings, deliveries, subscription } = found
    const state = String(lead.state) as keyof typeof leadStates
    console.log(`state        ${state}: ${leadStates[state]}`)
    const names = [
      'id',
      'received_at',
      'form',
      'locale',
      'brand',
      'page',
      'via',
      'definition',
      'suspicion',
      'erased_at',
    ]
    for (const name of names)
      if (lead[name] !== null) console.log(`${name.padEnd(12)} ${printable(String(lead[name]), 13)}`)
    if (lead.test === 1) console.log(`test         yes: ${whyTest(JSON.parse(String(lead.answers)))}`)
    if (subscription) console.log(`subscription ${subscription.state}`)
    print('Answers', JSON.parse(String(lead.answers)))
    print('Attribution', JSON.parse(String(lead.attribution)))
    console.log(routings.length > 0 ? '\nRouting' : '\nNo partner takes leads of this form.')
    for (const { partner, taken, reason, detail, ...routing } of routings)
      console.log(
        `  ${taken === 1 ? '+' : '-'} ${String(partner).padEnd(20)} ${String(reason).padEnd(20)} ${printable(String(detail), 45)}${taken === 1 ? paid(routing) : ''}`,
      )
    if (deliveries.length > 0) console.log('\nDeliveries')
    for (const delivery of deliveries) {
      const { id, partner, kind, attempts, last_error: error, external_id: externalId } = delivery
      const more = [explained(delivery), ...(error ? [error] : []), ...(externalId ? [`there ${externalId}`] : [])]
      const topic = delivery.topic === 'lead' ? '' : `, ${delivery.topic}`
      console.log(
        `  ${id}  ${partner}/${delivery.delivery} (${kind}${topic})  ${delivery.state}, ${attempts} tries  ${more.join('  ')}`,
      )
    }
  })
}

/** Why a delivery is in the state that it is in. */
function explained({ state, cancel_reason: reason, topic, due_at: due }: Row): string {
  if (state === 'cancelled') return cancelReasons[String(reason) as CancelReason]
  const until = new Date(Number(due)).toISOString()
  if (state === 'scheduled' && topic !== 'reminder') return `Its address has had its mails of the day: leaves ${until}.`
  if (state === 'scheduled') return `Leaves ${until}.`
  return deliveryStates[String(state) as DeliveryState]
}

/** Answers alone say it of a phone number; all else was said when the lead was sent. */
function whyTest(answers: object): string {
  const [phone] = properties(answers).find(([, text]) => isFictionalPhone(text)) ?? []
  if (phone === undefined) return 'it answers a draft, or its sender marked it ("context": { "test": true })'
  return `"${phone}" is a number reserved for fiction, which nobody has`
}

/** What a partner pays for it, as it was agreed when it got it. */
function paid({ price = null, currency = null }: Row): string {
  return price === null ? '' : `  ${(Number(price) / 100).toFixed(2)} ${currency}`
}

function print(title: string, said: object): void {
  const lines = properties(said)
  if (lines.length === 0) return
  console.log(`\n${title}`)
  const width = Math.max(...lines.map(([name]) => name.length))
  for (const [name, text] of lines) console.log(`  ${printable(name, 2).padEnd(width)}  ${printable(text, width + 4)}`)
}

/** The declarations of a lead as a document, with what was checked about each. */
export async function showConsents(typed: string): Promise<void> {
  await onStorage(async (storage) => {
    const id = await fullId(storage, 'leads', typed)
    const evidence = id === null ? null : await evidenceOf(storage, id)
    if (id !== null && evidence) printConsents(id, evidence)
  })
}

function printConsents(id: string, evidence: readonly Evidence[]): void {
  console.log(`Declarations of lead ${id}`)
  for (const one of evidence) {
    console.log(`
${one.granted ? 'GIVEN' : 'NOT GIVEN'}: ${one.consent} (${one.purpose})

  ${one.text}

  shown in     ${one.locale}${one.page === null ? '' : `, on the page ${one.page}`}
  definition   ${one.definition}
  time         ${one.givenAt}
  address      ${one.ip ?? '-'}
  browser      ${one.userAgent ?? '-'}${confirmed(one)}
  verified     ${one.doubts.length === 0 ? 'yes: the sentence is the one the form had, letter for letter' : one.doubts.join(' ')}`)
  }
  if (evidence.length === 0) console.log('\nThe form asked for none.')
  if (evidence.some(({ doubts }) => doubts.length > 0)) process.exitCode = 1
}

function confirmed({ confirmation }: Evidence): string {
  if (confirmation === undefined) return ''
  if (confirmation === null) return '\n  confirmed    no'
  return `\n  confirmed    ${confirmation.at}, from ${confirmation.ip ?? '-'}`
}
