// Every mail is valid HTML that fetches nothing, and can be read by day, by night, and where a program turns it over.
import { wcagContrast } from 'culori'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { shown } from '../../engine/site/brands/contrast.ts'
import { mailColours } from '../../engine/site/mails/mail-colours.ts'
import { setMail, writeMail } from './write-mail.ts'

/** Rules of html-validate:standard that a mail breaks, each with its reason: none. */
const exceptions = {}
const validator = new HtmlValidate({ extends: ['html-validate:standard'], rules: exceptions })

const site = await repositorySite()
const mails = [
  ...['confirm-subscription', 'confirm-reminder', 'unsubscribe-link', 'receipt', 'contract-ends'],
  ...['offers', 'no-offers', 'offer-expiry'],
]
const lists = {
  answers: [{ name: 'Kind of <home>?', text: 'Flat & "garden"' }],
  consents: [{ text: 'I agree.' }],
  recipients: [{ text: 'Acme' }],
  offers: [{ name: 'Acme <b>: Comfort', text: '£12 & 50', more: 'Excess: <£150>' }, { text: 'More: 3' }],
}
const notes = { offers: 'Sorted by <price>.' }
const links = {
  confirm: 'https://x.example/confirm?token=c&a',
  unsubscribe: 'https://x.example/unsub?token=u',
  offers: 'https://x.example/r/t',
}

test('every mail is valid HTML in every brand and language, with one button and nothing to fetch', async () => {
  expect((await validator.validateString('<ul><p>x</ul>')).valid).toBe(false)
  const places = mails.flatMap((mail) =>
    site.brands.all.flatMap(({ id: brand }) =>
      Object.keys(site.definition.locales).map((locale) => ({ mail, brand, locale })),
    ),
  )
  expect(places).toHaveLength(144)
  for (const place of places) {
    const order = { ...place, to: 'ada@example.com', form: 'Home', date: '31 May', lists, notes, links }
    const written = writeMail(site, order)
    if (!written) throw new Error(`There is no mail ${place.mail}.`)
    const { html = '', text } = setMail(written)
    const { results } = await validator.validateString(html)
    const told = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
    expect(told, JSON.stringify(place)).toEqual([])
    for (const fetched of ['<img', 'src=', 'url(', '<script', '<link', '@import']) expect(html).not.toContain(fetched)
    expect(html.match(/class="action /g)?.length ?? 0).toBe(place.mail === 'receipt' ? 0 : 1)
    for (const each of [html, text]) {
      expect(each).not.toMatch(/\{\w+\}|\b(?:undefined|null)\b/)
      expect(each).toContain(String(site.texts.company(place.locale)?.name))
    }
    expect(text).toContain(links.unsubscribe)
    if (place.mail.startsWith('confirm-')) expect(text).toContain(`\n${links.confirm}\n`)
  }
})

/** What a program makes of a colour that turns over what it thinks too bright. */
function inverted(colour: string): string {
  const figures = (colour.match(/[\da-f]{2}/g) ?? []).map((figure) => 255 - Number.parseInt(figure, 16))
  return `#${figures.map((figure) => figure.toString(16).padStart(2, '0')).join('')}`
}

test('all words stand out from their ground, however it is turned', () => {
  const pairs = [
    ...(['text', 'quiet', 'figure'] as const).flatMap((front) => [
      [front, 'sheet'] as const,
      [front, 'paper'] as const,
    ]),
    ['actionText', 'action'] as const,
  ]
  for (const { id, colours } of site.brands.all) {
    const { light, dark } = mailColours(colours)
    for (const [front, back] of pairs) {
      const seen = {
        day: [light[front], light[back]],
        night: [dark[front], dark[back]],
        turned: [inverted(light[front]), inverted(light[back])],
      }
      for (const [when, [one = '', other = '']] of Object.entries(seen))
        expect(wcagContrast(shown(one), shown(other)), `${id} ${front} on ${back}, ${when}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})
