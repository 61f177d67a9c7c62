import { expect, test } from 'vitest'
import { closingSite } from '../testing/closing-site.ts'
import { eventually } from '../testing/eventually.ts'
import { submit } from '../testing/running-server.ts'
import { linkIn, newsletterBench, press } from './testing/newsletter-bench.ts'

test('a sign-up counts once it is confirmed; one that is confirmed when the form is full goes to nobody and is told so', async () => {
  const site = await closingSite({ 'newsletter-double-opt-in': { maxLeads: 1 } })
  const { signUp, mails, rows, fed } = await newsletterBench(site)
  // Neither counts yet.
  const leads = [await signUp('ada@example.com'), await signUp('grace@example.com')]
  const found = await mails(2)
  const linkOf = (to: string) => linkIn(found.find(({ headers }) => headers.to === to))
  const [first, second] = [linkOf('ada@example.com'), linkOf('grace@example.com')]
  // Both buttons at once: one of them takes the last place.
  const pressed = await Promise.all([press(first), press(second)])
  expect(pressed.map(({ to }) => to).toSorted()).toEqual(['/confirm?state=confirmed', '/confirm?state=full'])
  const [won, lost] = pressed[0].to === '/confirm?state=confirmed' ? [0, 1] : [1, 0]
  expect((await fed()).map(({ id }) => id)).toEqual([leads[won]])
  expect(await rows(`SELECT state FROM subscriptions WHERE lead_id = '${leads[lost]}'`)).toEqual([{ state: 'pending' }])
  const told = await (await fetch(new URL(pressed[lost]?.to ?? '', first))).text()
  expect(told.includes('We filled the last place before you confirmed.')).toBe(true)
  // Pressed again, each says the same.
  const links = [first, second]
  expect([(await press(links[won] ?? '')).to, (await press(links[lost] ?? '')).to]).toEqual([
    '/confirm?state=confirmed',
    '/confirm?state=full',
  ])
  // Nobody new is asked to confirm what there is no place for.
  await eventually(async () => {
    const answers = { email: 'late@example.com', 'privacy-newsletter': true }
    const reply = await submit(new URL(first).origin, { form: 'newsletter-double-opt-in', answers })
    expect(reply.status).toBe(409)
  })
})
