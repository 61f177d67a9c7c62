import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { problemEntries } from './problem-table.ts'

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

test('every code of the table is answered somewhere', async () => {
  const folder = join(import.meta.dirname, '..')
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('problem-table.ts'),
  )
  const code = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  expect(problemEntries.map(([name]) => name).filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
