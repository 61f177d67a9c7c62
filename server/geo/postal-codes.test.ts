import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { temporaryFolder } from '../testing/running-server.ts'
import { openPostalCodes } from './postal-codes.ts'

const sample = join(import.meta.dirname, 'testing/postal-codes')
const streets = join(import.meta.dirname, 'testing/streets')

async function open(geoPostcodes: string | null, geoStreets: string | null = null) {
  const codes = openPostalCodes({ geoPostcodes, geoStreets })
  onTestFinished(() => codes.close())
  await codes.renew()
  return codes
}

function folder(): string {
  const path = temporaryFolder()
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('towns are found by their postal codes, however these are written, and by the first part where a file has no more', async () => {
  const codes = await open(sample)
  const towns = async (country: string, code: string) => (await codes.at(country, code)).towns
  expect(await towns('ES', '28013')).toEqual(['Madrid'])
  expect(await towns('DE', '21465')).toEqual(['Reinbek', 'Wentorf'])
  expect(await towns('GB', 'ls1 4ap')).toEqual(['Leeds'])
  expect(await towns('GB', 'SW1A1AA')).toEqual(['Westminster'])
  expect(await towns('NL', '1012 ab')).toEqual(['Amsterdam'])
  expect(await towns('IE', 'D01 F5P2')).toEqual(['Dublin 1'])
  expect((await codes.at('GB', 'SW1A 1AA')).alsoKnown).toEqual(['Greater London', 'England'])
  for (const [country, code] of [
    ['ES', '99999'],
    ['FR', '28013'],
    ['GB', 'LS1'],
    ['XX', '__proto__'],
  ] as const)
    expect((await codes.at(country, code)).streets, code).toEqual([])
  expect(await towns('FR', '28013')).toEqual([])
  expect([codes.size(), codes.notices()]).toEqual([{ codes: 13, streets: 0 }, []])
})

test('streets are those of the code, each once, in order', async () => {
  const codes = await open(null, streets)
  expect((await codes.at('ES', '28013')).streets).toEqual([
    'Calle del Arenal',
    'Calle Mayor',
    'Plaza de la Puerta del Sol',
  ])
  expect(codes.size()).toEqual({ codes: 0, streets: 4 })
})

test('a file that is compressed, or lies deeper as in the archives, is read too; a readme is not', async () => {
  const path = folder()
  await mkdir(join(path, 'es'))
  const line = '{"type":"Feature","properties":{"street":"Calle Nueva","postcode":"29001"}}\n'
  await writeFile(join(path, 'es/countrywide-addresses-country.geojson.gz'), gzipSync(line))
  await writeFile(join(path, 'README.txt'), 'Terms of use')
  const codes = await open(null, path)
  expect([(await codes.at('ES', '29001')).streets, codes.notices()]).toEqual([['Calle Nueva'], []])
})

test('what is no data is told, and the rest is used', async () => {
  const path = folder()
  await cp(sample, path, { recursive: true })
  await writeFile(join(path, 'FR.txt'), '<html>\nNot found\n'.repeat(200))
  await appendFile(join(path, 'ES.txt'), 'ES\t\tNowhere\nES;28080;Madrid\n')
  const codes = await open(path, join(path, 'none'))
  expect(codes.notices()).toEqual([
    'GEO_STREETS names no file that can be read.',
    'Failed to load ES.txt of GEO_POSTCODES: 2 of its 7 lines are none of the postal-code format of GeoNames, and were left out.',
    'Failed to load FR.txt of GEO_POSTCODES: None of its lines is one of the postal-code format of GeoNames.',
  ])
  expect((await codes.at('ES', '28001')).towns).toEqual(['Madrid'])
})

test('files that change are loaded anew, and answers from before are forgotten', async () => {
  const path = folder()
  await cp(sample, path, { recursive: true })
  const codes = await open(path)
  expect((await codes.at('ES', '29001')).towns).toEqual([])
  expect(await codes.renew()).toBe(false)
  await appendFile(join(path, 'ES.txt'), 'ES\t29001\tMálaga\n')
  expect(await codes.renew()).toBe(true)
  expect((await codes.at('ES', '29001')).towns).toEqual(['Málaga'])
})

test('nothing is installed by default, and nothing is known', async () => {
  const codes = await open(null)
  expect(await codes.at('ES', '28001')).toEqual({ towns: [], alsoKnown: [], streets: [] })
  expect(codes.notices()).toEqual([])
})

test('the route tells them with a limit, and logs neither question nor answer', async () => {
  const { app } = await appOn(await temporaryStorage(), () => ({}), {
    env: { GEO_POSTCODES: sample, GEO_STREETS: streets, RATE_LIMIT: '3' },
  })
  const ask = (url: string) => app.inject({ url, remoteAddress: '192.0.2.1' })
  const found = await ask('/geo/postal-codes/ES/28013')
  expect([found.statusCode, found.headers['cache-control'], found.json()]).toEqual([
    200,
    'public, max-age=3600',
    {
      towns: ['Madrid'],
      alsoKnown: ['Comunidad de Madrid'],
      streets: ['Calle del Arenal', 'Calle Mayor', 'Plaza de la Puerta del Sol'],
    },
  ])
  expect((await ask('/geo/postal-codes/FR/75001')).headers['cache-control']).toBe('no-store')
  for (const wrong of ['es/28013', 'ESP/28013', `ES/${'1'.repeat(13)}`, 'ES/<b>'])
    expect((await ask(`/geo/postal-codes/${wrong}`)).statusCode, wrong).toBe(422)
  for (const other of ['ES/28013/x', 'ES/%00'])
    expect((await ask(`/geo/postal-codes/${other}`)).statusCode, other).toBe(400)
  const statuses = []
  for (let count = 0; count < 30; count++) statuses.push((await ask('/geo/postal-codes/GB/LS1%204AP')).statusCode)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses.at(-1)).toBe(429)
})
