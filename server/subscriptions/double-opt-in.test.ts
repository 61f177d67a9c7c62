// From the form to the partner, in every language: nothing goes out before the button was pressed, and then it does once.
import { expect, test } from 'vitest'
import { listDeliveries } from '../leads/deliveries.ts'
import { evidenceOf } from '../leads/find-leads.ts'
import { eventually } from '../testing/eventually.ts'
import { linkIn, newsletterBench, press } from './testing/newsletter-bench.ts'

const minute = 60_000

test('in six languages: form, mail, link, button, partner; the evidence names both moments', async () => {
  const { storage, site, origin, clock, signUp, mails, rows, fed } = await newsletterBench()
  const locales = Object.keys(site.definition.locales)
  const began = clock.now
  const leads = new Map<string, string>()
  for (const locale of locales) leads.set(locale, await signUp(`ada.${locale}@example.com`, { locale }))
  const arrived = await mails(6)
  clock.now += 5 * minute
  for (const locale of locales) {
    const mail = arrived.find(({ headers }) => headers.to === `ada.${locale}@example.com`)
    const section = site.pages.all.find((at) => at.id === 'confirm' && at.locale === locale)?.page.sections.confirm
    if (!mail || section?.kind !== 'confirmation') throw new Error(`There is no mail or page in ${locale}.`)
    expect(mail.headers.subject).toBe(
      site.mails.mail('confirm-subscription', locale)?.subject.replace('{brand}', 'Leadwright'),
    )
    const link = linkIn(mail)
    expect(link).toMatch(`${origin}${locale === 'en' ? '' : `/${locale}`}/confirm?token=`)
    // Mail scanners open links, and more than once.
    for (let look = 0; look < 2; look++) {
      const page = await (await fetch(link)).text()
      expect(page).toContain(`value="confirmation" name="pressed">${section.button}</button>`)
      expect(page).not.toContain(link.slice(-43))
    }
    expect(await rows(`SELECT state FROM subscriptions WHERE locale = '${locale}'`)).toEqual([{ state: 'pending' }])
    expect((await fed()).map((lead) => lead.locale)).not.toContain(locale)

    const { status, to } = await press(link)
    expect([status, to]).toEqual([303, `${locale === 'en' ? '' : `/${locale}`}/confirm?state=confirmed`])
    const told = await (await fetch(`${origin}${to}`)).text()
    expect(told).toContain(section.confirmed.title)
    expect(told).not.toContain('name="pressed"')
    expect((await fed()).filter((lead) => lead.locale === locale).map(({ id }) => id)).toEqual([leads.get(locale)])
    expect(await evidenceOf(storage, leads.get(locale) ?? '')).toMatchObject([
      {
        consent: 'privacy-newsletter',
        givenAt: new Date(began).toISOString(),
        confirmation: { at: new Date(clock.now).toISOString(), ip: '127.0.0.1' },
        doubts: [],
      },
    ])
  }
})

test('a token is in the mail and nowhere else once that has left, and a mail without it is not sent again', async () => {
  const { storage, signUp, mails, rows, fed } = await newsletterBench()
  await signUp('ada@example.com')
  const [mail] = await mails(1)
  const token = linkIn(mail).slice(-43)
  const mailed = () => rows("SELECT state FROM deliveries WHERE kind = 'mail'")
  await eventually(async () => expect(await mailed()).toEqual([{ state: 'delivered' }]))
  const stored = JSON.stringify(await rows('SELECT * FROM deliveries, mail_tokens, subscriptions, leads'))
  expect(stored).not.toContain(token)
  await rows("UPDATE deliveries SET state = 'pending', replay = 1 WHERE kind = 'mail'")
  await eventually(async () => expect(await mailed()).toEqual([{ state: 'dead' }]))
  expect(await mails(1)).toHaveLength(1)
  // What is held is shown as such, and counts against nothing.
  expect(await listDeliveries(storage, { state: 'held', limit: 5 })).toMatchObject([
    { partner: 'demo', kind: 'pull', state: 'held', dueAt: null, error: null },
  ])
  expect(await rows('SELECT * FROM partner_days')).toEqual([])

  // A form without a mail is subscribed to by sending it.
  const id = await signUp('grace@example.com', {
    form: 'newsletter-popup',
    answers: { email: 'grace@example.com', marketing: true, 'privacy-newsletter': true },
  })
  expect(await rows(`SELECT state, confirmed_at FROM subscriptions WHERE lead_id = '${id}'`)).toEqual([
    { state: 'confirmed', confirmed_at: null },
  ])
  expect(await rows(`SELECT hash FROM mail_tokens WHERE lead_id = '${id}'`)).toEqual([])
  expect((await fed()).map((lead) => lead.id)).toEqual([id])
})
