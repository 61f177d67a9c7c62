// Holds the towns and streets of postal codes, apart from the thread that answers requests: files may have millions of lines.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { parentPort, workerData } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import type { PlacesOfPostalCode } from '#schemas/generated/api/postal-code.ts'
import type { PostalCodeFiles, PostalCodeQuestion, PostalCodeReply } from './postal-codes.ts'

/** The most streets in the reply for a postal code: a page lists them all. */
const mostStreets = 1000

/** In characters: lines of either format are far shorter. */
const longestLine = 20_000

/** In which countries GeoNames, or a visitor, has the first part of a code alone, and how many characters follow that. */
const inward: Readonly<Record<string, number>> = { CA: 3, GB: 3, IE: 4, NL: 2 }

/** Many codes have the same towns: each list is held once. */
interface Towns {
  towns: string[]
  alsoKnown: string[]
}

const towns = new Map<string, Towns>()
const streets = new Map<string, Set<string>>()

/** A postal code as it is compared: in capitals, without spaces and hyphens. */
function bareCode(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '')
}

const clean = (text: string | undefined) => (text ?? '').trim().slice(0, 120)

/** https://download.geonames.org/export/zip/readme.txt: country, code, place, then three levels of regions with their codes. */
function readPostalCode(line: string): boolean {
  const [country = '', code = '', place = '', region, , county, , municipality] = line.split('\t')
  if (!/^[A-Z]{2}$/.test(country) || bareCode(code) === '' || clean(place) === '') return false
  const key = `${country} ${bareCode(code)}`
  const before = towns.get(key)
  const own = new Set([...(before?.towns ?? []), clean(place)])
  const also = new Set([...(before?.alsoKnown ?? []), ...[municipality, county, region].map(clean)])
  towns.set(key, sharedTowns({ towns: [...own], alsoKnown: [...also].filter((name) => name !== '' && !own.has(name)) }))
  return true
}

const known = new Map<string, Towns>()

function sharedTowns(own: Towns): Towns {
  const text = JSON.stringify(own)
  const shared = known.get(text) ?? own
  known.set(text, shared)
  return shared
}

/** https://openaddresses.io: the names of files begin with the country, and their features have street and postcode. */
function readAddress(line: string, country: string): boolean {
  const { properties } = JSON.parse(line) as { properties?: { street?: unknown; postcode?: unknown } }
  if (!properties || typeof properties !== 'object') return false
  const { street, postcode } = properties
  if (typeof street !== 'string' || typeof postcode !== 'string' || clean(street) === '' || bareCode(postcode) === '')
    // Some sources have no codes: nothing is known of those addresses.
    return 'street' in properties
  const key = `${country} ${bareCode(postcode)}`
  const own = streets.get(key) ?? new Set()
  if (own.size < mostStreets) streets.set(key, own.add(titled(clean(street))))
  return true
}

/** Some sources shout. */
function titled(street: string): string {
  if (street !== street.toUpperCase() || !/\p{L}{3}/u.test(street)) return street
  return street.toLowerCase().replaceAll(/(?<=^|[\s\-(])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** @returns a sentence where a file is not what it should be */
async function readLines(
  variable: string,
  file: string,
  format: string,
  read: (line: string) => boolean,
): Promise<string[]> {
  const say = (reason: string) => [`Failed to load ${basename(file)} of ${variable}: ${reason}`]
  let lines = 0
  let good = 0
  try {
    const bytes = createReadStream(file)
    const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
    // An error of the file is no error of what it is piped into.
    const failed = new Promise<never>((_, reject) => bytes.on('error', reject))
    failed.catch(() => {})
    const all = async () => {
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (line.trim() === '') continue
        lines += 1
        if (line.length <= longestLine && isRead(line)) good += 1
        else if (good === 0 && lines >= 100) return
      }
    }
    await Promise.race([all(), failed])
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    return say(`It cannot be read (${code ?? name}).`)
  }
  if (good === 0) return say(`None of its lines is one of ${format}.`)
  return good < lines ? say(`${lines - good} of its ${lines} lines are none of ${format}, and were left out.`) : []

  function isRead(line: string): boolean {
    try {
      return read(line)
    } catch {
      return false
    }
  }
}

/** es.geojson, or es/countrywide-addresses-country.geojson as in the archives. */
function countryOf(file: string): string | null {
  const parts = file.split(/[\\/]/).slice(-3).toReversed()
  const found = parts.flatMap((part) => /^([a-z]{2})(?=[.\-_]|$)/i.exec(part)?.[1] ?? [])[0]
  return found?.toUpperCase() ?? null
}

async function readAll({ postalCodes, streets: files }: PostalCodeFiles): Promise<string[]> {
  const problems: string[] = []
  for (const file of postalCodes)
    problems.push(...(await readLines('GEO_POSTCODES', file, 'the postal-code format of GeoNames', readPostalCode)))
  for (const file of files) {
    const country = countryOf(file)
    problems.push(
      ...(country === null
        ? [
            `Failed to load ${basename(file)} of GEO_STREETS: Its name does not begin with a country, as es.geojson does.`,
          ]
        : await readLines('GEO_STREETS', file, 'OpenAddresses (GeoJSON)', (line) => readAddress(line, country))),
    )
  }
  known.clear()
  return problems
}

function placesOf(country: string, code: string): PlacesOfPostalCode {
  const outward = inward[country] === undefined ? '' : code.slice(0, -inward[country])
  const own = towns.get(`${country} ${code}`) ?? towns.get(`${country} ${outward}`)
  const { compare } = new Intl.Collator()
  return {
    towns: own?.towns ?? [],
    alsoKnown: own?.alsoKnown ?? [],
    streets: [...(streets.get(`${country} ${code}`) ?? [])].sort(compare),
  }
}

if (parentPort) {
  const port = parentPort
  readAll(workerData as PostalCodeFiles).then((problems) => {
    const count = [...streets.values()].reduce((sum, { size }) => sum + size, 0)
    port.postMessage({ codes: towns.size, streets: count, problems } satisfies PostalCodeReply)
    port.on('message', ({ id, country, code }: PostalCodeQuestion) =>
      port.postMessage({ id, places: placesOf(country, code) } satisfies PostalCodeReply),
    )
  })
}
