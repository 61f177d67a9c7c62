import { expect, test } from 'vitest'
import type { MailDefinition } from '#schemas/generated/mail.ts'
import { mailHtml } from './mail-html.ts'
import { composeMail, frameMail, type MailFacts, type MailLists } from './mail-parts.ts'
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
  names: { form: 'Home & “garden”', brand: '<b>Sun</b>' },
  addressOf: (page) => (page === 'privacy' ? 'https://sun.example/privacy?a=1&b=2' : null),
}

const lists: MailLists = {
  answers: [
    { name: 'Which kind of home would you like to insure with us from next month on?', text: 'A "flat" & more' },
  ],
  recipients: [],
  consents: [],
}

const composed = composeMail(frameMail(mail, 'en', facts), lists)

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
  expect(html).toContain('<a href="https://sun.example/privacy?a=1&amp;b=2">privacy policy</a> or our rules.')
  expect(html).not.toContain('<b>')
})

test('a button leads somewhere or is not there', () => {
  const nowhere = composeMail(frameMail(mail, 'en', { ...facts, addressOf: () => null }), lists)
  expect(nowhere.parts.map(({ kind }) => kind)).not.toContain('button')
  expect(mailText(nowhere)).toContain('Read our privacy policy or our rules.')
})
