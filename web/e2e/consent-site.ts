// A site whose brands load from another company, and both of them.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeSamplePartners } from '../../server/testing/running-server.ts'
import { test } from './fixture.ts'
import { type Site, startSite } from './site.ts'
import { startThirdParty, type ThirdParty } from './third-party.ts'

const root = join(import.meta.dirname, '../..')

/** What every brand of the site declares. */
const scriptsOf = (origin: string) => ({
  chat: {
    ...{ purpose: 'chat', category: 'functional', company: 'Chatter Ltd', src: `${origin}/chat.js` },
    hosts: { script: [origin], connect: [origin], frame: [origin] },
    pages: ['home-insurance', 'privacy'],
  },
  tracker: {
    ...{ purpose: 'analytics', category: 'analytics', company: 'Counter Ltd', src: `${origin}/tracker.js` },
    hosts: { script: [origin], connect: [origin] },
  },
  ads: {
    ...{ purpose: 'ads', category: 'marketing', company: 'Posters Ltd', src: `${origin}/ads.js` },
    ...{ hosts: { script: [origin], image: [origin] }, consentMode: true },
  },
})

/** What its scripts keep, by id. */
const kept = {
  tracker: { name: '_tracker', where: 'cookie', period: '30d', category: 'analytics' },
  ads: { name: '_ads_*', where: 'cookie', period: '30d', category: 'marketing' },
  chat: { name: 'chat-session', where: 'localStorage', period: 'unlimited', category: 'functional' },
}

/** One site and one company for all tests of a file. */
export function consentSite(): { site: () => Site; company: () => ThirdParty } {
  let folder = ''
  let site: Site
  let company: ThirdParty
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadwright-consent-'))
    company = await startThirdParty()
    for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
    const change = async (file: string, changes: object) => {
      const path = join(folder, 'definitions', file)
      await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...changes }))
    }
    for (const brand of await readdir(join(folder, 'definitions/brands')))
      await change(`brands/${brand}`, { scripts: scriptsOf(company.origin) })
    await change('site.json', { analytics: { propertyId: 'G-SITE' } })
    await change('brands/lapis-lazuli.json', { analytics: { propertyId: 'G-LAPIS' } })
    await change('pages/insurance/home-insurance.json', { chat: { height: 600 } })
    // Its thanks stand on its own page, which loads what a page of offers does not.
    await change('forms/home-insurance.json', { offers: undefined })
    removeSamplePartners(join(folder, 'definitions'))
    for (const [script, thing] of Object.entries(kept)) {
      const cookie = { locales: ['en'], ...thing, purpose: `For the ${script} of the tests.`, script }
      await writeFile(join(folder, `definitions/cookies/of-${script}.json`), JSON.stringify(cookie))
    }
    site = await startSite({
      definitions: join(folder, 'definitions'),
      env: { LOCALES_DIR: join(folder, 'locales') },
    })
  })
  test.afterAll(async () => {
    await site.stop()
    await company.stop()
    await rm(folder, { recursive: true })
  })
  return { site: () => site, company: () => company }
}
