// The product's own form to be reminded of a contract: confirmed by mail, and passed on only to whom that was allowed.
import { expect, test } from 'vitest'
import { linkIn, newsletterBench, press } from '../subscriptions/testing/newsletter-bench.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const day = 24 * 60 * 60 * 1000

test('the reminder waits for the day that the page promises, and who wants no offers is passed on to nobody', async () => {
  const { site, clock, signUp, mails, rows, fed } = await newsletterBench()
  clock.now = start
  const before = site.definition.facts?.reminderBefore
  for (const [index, locale] of Object.keys(site.definition.locales).entries()) {
    const form = site.forms.version('remind-me', locale)?.form
    expect(form?.reminder?.daysBefore).toBe(before?.value)
    const ask = async (name: string, offers: boolean) => {
      const email = `${name}.${locale}@example.com`
      const answers = { contract: 'energy', ends: '2027-03-31', offers, email, 'privacy-reminder': true }
      return { email, id: await signUp(email, { form: 'remind-me', locale, answers }) }
    }
    const asked = [await ask('ada', true), await ask('grace', false)]
    const arrived = await mails(2 * index + 2)
    for (const { email } of asked) {
      const mail = arrived.find(({ headers }) => headers.to === email)
      const { subject } = site.mails.mail('confirm-reminder', locale) ?? {}
      expect(mail?.headers.subject).toBe(subject?.replace('{brand}', 'Leadwright'))
      expect((await press(linkIn(mail))).status).toBe(303)
    }
    const feed = (await fed()).filter((lead) => lead.locale === locale)
    expect(feed.map(({ id }) => id)).toEqual([asked[0]?.id])
  }
  const reminders = await rows("SELECT due_at, state FROM deliveries WHERE delivery = 'reminder'")
  const due = Date.parse('2027-03-31T08:00:00Z') - Number(before?.value) * day
  expect(reminders).toEqual(Array.from({ length: 12 }, () => ({ due_at: due, state: 'scheduled' })))
  // No lead is erased before its reminder has left, however far away the day.
  expect(site.forms.retention.get('remind-me')).toBeGreaterThan(2 * 366 - Number(before?.value))
})
