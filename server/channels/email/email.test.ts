// A lead as a mail that people read, through a real mail server: with the words the visitor saw, and nothing forged.
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import type { EmailDelivery } from '#schemas/generated/deliveries/email.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { mergePatch } from '../../../engine/form/model/merge-patch.ts'
import { definition, resolved } from '../../../engine/form/testing/forms.ts'
import { readMail } from '../../mail/testing/read-mail.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import type { Outgoing, SendContext } from '../channel.ts'
import { sampleOrigin } from '../testing/sample-origin.ts'
import { email } from './email.ts'

const owners = {
  ...{ title: 'Owners', as: 'owners', repeat: { min: 1, max: 3, title: 'Owner', add: 'Add' } },
  fields: {
    name: { kind: 'given-name', title: 'Their name' },
    note: { kind: 'long-text', title: 'Note', optional: true },
  },
}
const you = { fields: { phone: { title: 'Phone' } } }
const form = resolved(mergePatch(definition, { steps: { owners, you } }) as FormDefinition)
const note = 'Call https://evil.example/?a=1&b now\n<b>Budget</b>\u2028</td></tr></table><h2>Consents</h2>\u202egnp'
const answers: Outgoing['answers'] = {
  ...{ species: 'dog', breed: 'Poodle <i>', tricks: ['sit', 'roll'], hours: 3, insured: false, since: 'new' },
  ...{ phone: '01632 960 001', email: "ada.o'neil+x?bcc=eve@example.com", privacy: true },
  ...{ owners: 2, 'owners.0.name': 'Ada', 'owners.1.name': 'Bob', 'owners.1.note': note },
}
const lead = { form: 'pets', locale: 'en', receivedAt: '2026-11-20T10:00:00.500Z', test: false, data: {} }
const outgoing: Outgoing = {
  ...{ lead: { ...lead, id: 'lead-1' }, form, answers, ip: null, site: 'x' },
  ...sampleOrigin,
}
const to: EmailDelivery = { kind: 'email', to: 'leads@acme.example', from: 'portal@example.com' }

/** What arrives of a payload. */
async function arrived(payload: string, definition = to) {
  const server = await startMailServer()
  const mailer = createMailer(server.url)
  const claimed = { id: 'd', messageId: 'd', payload } as Parameters<NonNullable<typeof email.send>>[0]
  expect(await email.send?.(claimed, definition, { mailer } as SendContext)).toEqual({ kind: 'delivered' })
  mailer.close()
  return { ...readMail(server.mails[0] ?? ''), raw: server.mails[0] ?? '' }
}

test('a lead is told step by step with the words the visitor saw, what was agreed to, and where it came from', async () => {
  const { html, text, headers } = await arrived(email.payload(outgoing, to))
  expect(headers.subject).toBe('Pets (lead-1)')
  expect(headers).not.toHaveProperty('reply-to')
  expect(text).toContain('Species\r\n  Dog')
  const titles = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)
  expect(titles).toEqual([
    ...['The animal', 'The trainer', 'You', 'Owner 1', 'Owner 2'],
    ...['Agreed to', 'Not agreed to', 'Where it came from'],
  ])
  const plain = html
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|[|\n]*\|/g, '|')
  for (const told of [
    '|Species|Dog|',
    '|Tricks|Sit, Roll|',
    '|Since when not?|New|',
    '|I agree.|',
    '|Sun &amp; Co|',
    '|pets|',
  ])
    expect(plain).toContain(told)
  expect(plain.indexOf('|I agree.|')).toBeLessThan(plain.indexOf('|Send me news.|'))
  expect((await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html)).results).toEqual([])
})

test('nothing that a visitor writes becomes a question, a mark or a link', async () => {
  const { html } = await arrived(email.payload(outgoing, to))
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links).toEqual([
    'tel:+441632960001',
    'mailto:ada.o%27neil%2Bx%3Fbcc%3Deve@example.com'.replace('%27', '&#39;'),
  ])
  expect(html).not.toMatch(/https?:\/\/evil|evil\.example|<b>|<i>/)
  expect(html.match(/<h2/g)).toHaveLength(8)
  expect(html).toContain('&lt;b&gt;Budget&lt;')
})

test('a very long answer is cut in HTML and whole in the text; an earlier payload leaves as it is', async () => {
  const long = 'tree '.repeat(2000)
  const { html, text } = await arrived(
    email.payload({ ...outgoing, answers: { ...answers, 'owners.1.note': long } }, to),
  )
  expect(text.split('tree')).toHaveLength(2001)
  expect(html.split('tree')).toHaveLength(401)
  const earlier = await arrived(JSON.stringify({ subject: 'Pets', text: 'Species\n  Dog' }))
  expect(earlier.raw).toContain('Species\r\n  Dog')
  expect(earlier.raw).not.toContain('multipart')
})

test('who answers writes to the visitor where the delivery says so', async () => {
  const { headers } = await arrived(
    email.payload({ ...outgoing, answers: { ...answers, email: 'ada@example.com' } }, to),
    {
      ...to,
      replyToVisitor: true,
    },
  )
  expect(headers['reply-to']).toBe('ada@example.com')
})
