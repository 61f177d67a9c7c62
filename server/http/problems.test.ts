import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

test('what has the wrong shape is answered with the schema of its own route', async () => {
  const { app } = await appOn(await temporaryStorage())
  const schemaOf = async (url: string) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const reply = await app.inject({ method: 'POST', url, headers, payload: { odd: true } })
    expect(reply.statusCode).toBe(422)
    const [, schema = ''] = /described in (\S+)\.$/.exec(reply.json().detail) ?? []
    expect((await app.inject({ url: schema })).statusCode).toBe(200)
    return schema
  }
  expect(await schemaOf('/api/v1/submissions')).toBe('/schemas/api/submission.schema.json')
  expect(await schemaOf('/api/v1/cookie-consents')).toBe('/schemas/api/cookie-consent.schema.json')
  expect(await schemaOf('/api/v1/client-errors')).toBe('/schemas/api/client-error.schema.json')
  expect(await schemaOf('/api/v1/steps')).toBe('/schemas/api/shown-step.schema.json')
  const query = await app.inject({ url: '/api/v1/cookie-settings?locale=english' })
  expect(query.json().detail).toBe('The request does not have the shape described in /api/docs.')
})
