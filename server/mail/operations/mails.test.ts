// What operators, and who tries the product without a mail server, see of the mails to visitors.
import { expect, onTestFinished, test } from 'vitest'
import { eraseLeads } from '../../leads/erase.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startBench } from '../../relay/testing/relay-bench.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { submit } from '../../testing/running-server.ts'
import { listMails, showMail } from './mails.ts'

test('a mail is listed without what is in it, and shown with its link until that was sent', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const reply = await submit(origin)
  const { id: lead } = (await reply.json()) as { id: string }
  const answers = { email: 'ada@example.com', 'privacy-newsletter': true }
  expect((await submit(origin, { form: 'newsletter-double-opt-in', answers })).status).toBe(201)
  for (const email of [
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'a b@example.com',
  ]) {
    const injected = { form: 'newsletter-double-opt-in', answers: { ...answers, email } }
    expect([email, (await submit(origin, injected)).status]).toEqual([email, 422])
  }
  const [confirm, ...ofLead] = await listMails(storage, { limit: 5 })
  expect(ofLead.map(({ topic }) => topic).sort()).toEqual(['offers', 'receipt'])
  const [offers, receipt] = ofLead.toSorted((one, other) => one.topic.localeCompare(other.topic))
  expect(confirm).toMatchObject({ delivery: 'confirmation', state: 'pending', attempts: 0, error: null })
  expect(receipt).toMatchObject({ delivery: 'receipt', subjectId: lead })
  expect(JSON.stringify([confirm, receipt])).not.toContain('ada@')
  expect(await listMails(storage, { limit: 5, before: String(confirm?.id) })).toEqual(ofLead)
  expect(await listMails(storage, { limit: 5, state: 'dead' })).toEqual([])

  const shown = (id = '') => showMail(storage, site, id)
  const link = new RegExp(`^Confirm my subscription:\n${origin}/confirm\\?token=[\\w-]{43}$`, 'm')
  expect(await shown(confirm?.id)).toMatchObject({
    isPreview: false,
    mail: {
      to: 'ada@example.com',
      from: 'post@leadwright.example',
      subject: 'Confirm your subscription to Leadwright',
      text: expect.stringMatching(link),
    },
  })
  expect(await shown(receipt?.id)).toMatchObject({
    isPreview: true,
    mail: { text: expect.stringContaining('Some of your answers') },
  })
  expect(offers).toMatchObject({ state: 'scheduled', subjectId: lead })
  expect(await shown(offers?.id)).toMatchObject({
    isPreview: true,
    mail: { subject: 'No quotes yet: Home insurance', text: expect.stringContaining(`${origin}/results/{token}\n`) },
  })
  // To look changes nothing: the receipt is written when it leaves.
  expect(await shown(receipt?.id)).toMatchObject({ isPreview: true })

  await eraseLeads(storage, [lead], Date.now())
  expect(await shown(receipt?.id)).toMatchObject({ state: 'erased', mail: null })
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  onTestFinished(() => mailer.close())
  const bench = await startBench({}, { storage, mailer })
  bench.clock.now += 60_000
  await eventually(async () => expect(await shown(confirm?.id)).toMatchObject({ state: 'delivered' }))
  expect(await shown(confirm?.id)).toMatchObject({ mail: { text: expect.stringContaining('?token=sent\n') } })
  expect(await showMail(storage, site, lead)).toBeNull()
})
