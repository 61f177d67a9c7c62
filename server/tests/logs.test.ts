import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages, formBody, startServer, submit, temporaryFolder, validAnswers } from '../testing/running-server.ts'

const folder = temporaryFolder()
beforeAll(buildPages, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the most talkative log names no person, no key and no address', async () => {
  const server = await startServer(folder, { LOG_LEVEL: 'trace' })
  let log = ''
  for (const stream of [server.process.stdout, server.process.stderr])
    stream?.on('data', (chunk) => {
      log += chunk
    })
  const { origin } = server
  const key = readFileSync(join(folder, 'demo.key'), 'utf8').trim()
  const email = 'ada.lovelace@example.com'
  const answers = { ...validAnswers, email, lastName: 'Lovelace-King' }
  await submit(origin, { key: 'order-of-ada', answers, context: { attribution: { click_id: 'click-of-ada' } } })
  await submit(origin, { key: 'order-of-ada', answers: { ...answers, email: 'ada.lovelace' } })
  await submit(origin, { answers: { ...answers, [email]: email } })
  await fetch(`${origin}/api/v1/leads?after=${email}`, { headers: { authorization: `Bearer ${key}` } })
  await fetch(`${origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  const referer = `${origin}/insurance/home-insurance?click_id=click-of-ada`
  const headers = { 'sec-fetch-site': 'same-origin', referer }
  const address = `${origin}/insurance/home-insurance?step=contact-2&email=${email}&click_id=click-of-ada`
  const body = formBody({ 'root[email]': email, 'root[lastName]': 'Lovelace-King' })
  await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
  await fetch(`${origin}/api/v1/submissions`, {
    method: 'POST',
    body: `{"email":"${email}`,
    headers: { 'content-type': 'application/json' },
  })
  const looked = '194.25.0.60'
  const asked = [`/geo/${looked}`, `/%67eo/${looked}`, `/geo/${looked}%zz`, `/geo/x${looked}`, `/geo/${looked}/24?a`]
  const code = 'ES/28013'
  asked.push(`/geo/postal-codes/${code}`, `/geo/postal-codes/${code}%zz`)
  for (const path of [...asked, '/geo/me', '/myipaddress', `/geo?${looked}`]) await fetch(`${origin}${path}`)
  const clientError = {
    kind: 'page',
    message: `Unexpected token, "${email}" is not valid`,
    stack: `Error: ${email}\n at https://example.com/x?email=${email} (react-CMs5V4Sg.js:1:218915)`,
    page: '/de/privacy',
    build: 'entry-boot-WQyPQ6Lj.js',
    time: 1_795_340_000_000,
  }
  await fetch(`${origin}/api/v1/client-errors`, {
    method: 'POST',
    body: JSON.stringify(clientError),
    headers: { ...headers, 'content-type': 'application/json' },
  })
  await server.stop()
  const lines = log.split('\n').filter((line) => line.includes('A browser reported an error'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      clientError: {
        ...clientError,
        message: 'Unexpected token, "…" is not valid',
        stack: 'Error: [address]\n at https://example.com/x?… (react-CMs5V4Sg.js:1:218915)',
      },
    },
  ])
  expect(log.split('\n').length).toBeGreaterThan(10)
  expect(log).toContain('"path":"/geo/*"')
  for (const said of [
    email,
    'ada.lovelace',
    'Lovelace-King',
    'SW1A',
    'order-of-ada',
    'click-of-ada',
    key,
    looked,
    code,
    '127.0.0.1:5',
  ])
    expect(log, said).not.toContain(said)
  expect(log).not.toMatch(/remoteAddress|user-agent/)
})
