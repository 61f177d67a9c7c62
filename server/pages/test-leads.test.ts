import { get as request } from 'node:http'
import { expect, test } from 'vitest'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { formBody, submit, validAnswers } from '../testing/running-server.ts'

const path = '/insurance/home-insurance'
/** Kept by Ofcom for films and books. */
const phone = '07700 900123'
const saidIn = (locale: string) => {
  const { testPhone, testLead } = textsOf(locale, 'chrome')
  return `class="lw-test" role="status">${testPhone} ${testLead}<`
}

test('who tries a form on the own machine is told that the lead is a test and why, without JavaScript', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const post = (locale: string, changes: Record<string, string>) =>
    fetch(`${origin}${locale}${path}?step=contact-2`, {
      method: 'POST',
      body: formBody({ go: 'on', 'root[homePostalCodeOrCity]': locale === '' ? 'SW1A 1AA' : '10115', ...changes }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  const trial = await post('', { 'root[phone]': phone })
  expect([new URL(trial.url).search, await trial.text()]).toEqual([
    '?test=phone',
    expect.stringContaining(saidIn('en')),
  ])
  const real = await post('', {})
  expect([new URL(real.url).search, /lw-test/.test(await real.text())]).toEqual(['', false])
  const german = await (await post('/de', { 'root[phone]': '0171 3920012' })).text()
  expect(german).toContain(saidIn('de'))
})

test('a visitor from elsewhere is told nothing of it, whatever the address says', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const shown = (host: string) =>
    new Promise<string>((resolve, reject) => {
      request(`${origin}${path}?step=done&test=phone`, { headers: { host } }, (reply) => {
        let html = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          html += chunk
        })
        reply.on('end', () => resolve(html))
      }).on('error', reject)
    })
  expect(await shown('www.shop.example')).not.toContain(saidIn('en'))
  expect(await shown('localhost')).toContain(saidIn('en'))
})

test('the API tells it a client on the own machine', async () => {
  const { origin } = await appOn(await temporaryStorage())
  const receipt = async (more: object) => (await submit(origin, { answers: { ...validAnswers, ...more } })).json()
  expect(await receipt({ phone })).toMatchObject({ test: 'phone' })
  expect(await receipt({})).not.toHaveProperty('test')
})
