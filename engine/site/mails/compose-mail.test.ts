import { expect, test } from 'vitest'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import { mailHtml } from './mail-html.ts'
import { composeMail, type MailFacts } from './mail-parts.ts'
import { mailText } from './mail-text.ts'

const mail: MailDefinition = {
  subject: 'Your answers:\n{form}',
  blocks: {
    hello: { kind: 'heading', text: 'Hello from {brand}' },
    rights: {
      kind: 'text',
      text: 'You have rights. Read our [privacy policy](page:privacy) or our [rules](page:rules).',
    },
    answers: { kind: 'list', of: 'answers', title: 'Your answers' },
    who: { kind: 'list', of: 'recipients', title: 'Who gets them', none: 'Nobody.' },
    consents: { kind: 'list', of: 'consents', title: 'You agreed' },
    more: { kind: 'button', label: 'Go on', page: 'privacy' },
  },
}

const facts: MailFacts = {
  lists: {
    answers: [
      { name: 'Which kind of home would you like to insure with us from next month on?', text: 'A "flat" & more' },
    ],
    recipients: [],
    consents: [],
  },
  names: { form: 'Home & “garden”', brand: '<b>Sun</b>' },
  addressOf: (page) => (page === 'privacy' ? 'https://sun.example/privacy?a=1&b=2' : null),
}

const composed = composeMail(mail, 'en', facts)

test('a subject is one line, and what is not there is left out', () => {
  expect(composed.subject).toBe('Your answers: Home & “garden”')
  expect(composed.parts.map(({ kind }) => kind)).toEqual(['heading', 'text', 'list', 'list', 'button'])
})

test('plain text has short lines, and addresses as they are', () => {
  expect(mailText(composed)).toBe(`Hello from <b>Sun</b>
=====================

You have rights. Read our privacy policy
(https://sun.example/privacy?a=1&b=2) or our rules.

Your answers
------------
* Which kind of home would you like to insure with us from next month
  on?
  A "flat" & more

Who gets them
-------------
* Nobody.

Go on:
https://sun.example/privacy?a=1&b=2
`)
})

test('HTML holds every text as text', () => {
  const html = mailHtml(composed)
  expect(html).toContain('Hello from &lt;b&gt;Sun&lt;/b&gt;')
  expect(html).toContain('<strong>A &quot;flat&quot; &amp; more</strong>')
  expect(html).toMatch(/<a href="https:\/\/sun.example\/privacy\?a=1&amp;b=2"[^>]*>privacy policy<\/a> or our rules\./)
  expect(html).not.toContain('<b>')
})

test('a button leads somewhere or is not there', () => {
  const nowhere = composeMail(mail, 'en', { ...facts, addressOf: () => null })
  expect(nowhere.parts.map(({ kind }) => kind)).not.toContain('button')
  expect(mailText(nowhere)).toContain('Read our privacy policy or our rules.')
})

test('a button does what only this mail can do, and the last line unsubscribes', () => {
  const subscription: MailDefinition = {
    subject: 'One step',
    blocks: { confirm: { kind: 'button', label: 'Confirm', to: 'confirm' } },
  }
  const links = { confirm: 'https://sun.example/confirm?token=c', unsubscribe: 'https://sun.example/unsub?token=u' }
  const closing = { company: 'Sun Ltd, 1 High Street', unsubscribe: 'Unsubscribe from {brand}' }
  const names = { form: '', brand: 'Sun & Co' }
  const mailed = composeMail(subscription, 'en', { ...facts, names, links, closing })
  expect(mailText(mailed)).toBe(`Confirm:
https://sun.example/confirm?token=c

-- 
Sun Ltd, 1 High Street
Unsubscribe from Sun & Co:
https://sun.example/unsub?token=u
`)
  expect(mailHtml(mailed)).toMatch(
    /<a href="https:\/\/sun.example\/unsub\?token=u"[^>]*>Unsubscribe from Sun &amp; Co</,
  )
  const leaving: MailDefinition = {
    subject: 'The end',
    blocks: { leave: { kind: 'button', label: 'Leave', to: 'unsubscribe' } },
  }
  expect(mailText(composeMail(leaving, 'en', { ...facts, names, links, closing }))).toBe(`Leave:
https://sun.example/unsub?token=u

-- 
Sun Ltd, 1 High Street
`)
})
