// Forms that lead to another site once they are sent, and ends that say what to do instead: with and without JavaScript.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { leadIds } from './stored-leads.ts'

/** Another site: what it was asked for, and where visitors said they came from. */
const asked: { url: string; referer: string | undefined }[] = []
const shop = createServer((request, reply) => {
  if (request.url?.startsWith('/thanks')) asked.push({ url: request.url, referer: request.headers.referer })
  reply.writeHead(200, { 'content-type': 'text/html' })
  reply.end('<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>The shop</h1>')
})

const form = (host: string) => ({
  locales: ['en'],
  title: 'Vouchers',
  steps: {
    home: {
      title: 'Your home',
      fields: {
        home: { title: 'Where do you live?', options: { house: 'In a house', boat: 'On a boat', tent: 'In a tent' } },
      },
    },
    you: { title: 'Who are you?', fields: { email: { kind: 'email' } } },
  },
  consents: { privacy: {} },
  screenOuts: {
    tent: {
      when: { home: 'tent' },
      title: 'Nothing for tents',
      text: 'A brochure may help.',
      link: { label: 'Get the brochure', form: 'brochure' },
    },
  },
  thankYou: {
    redirect: { to: `http://${host}/thanks?from=us`, leadId: 'ref' },
    alerts: {
      boat: {
        when: { home: 'boat' },
        title: 'Nothing for boats yet',
        text: 'We write once there is.',
        link: { label: 'Look at the shop', to: `http://${host}/boats` },
      },
    },
  },
})

const { site } = fixtureSite(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  const own = JSON.parse(await readFile(join(import.meta.dirname, '../../definitions/site.json'), 'utf8'))
  return {
    'definitions/site.json': JSON.stringify({ ...own, allowedHosts: [host] }),
    'definitions/forms/vouchers.json': JSON.stringify(form(host)),
  }
})
test.afterAll(() => shop.close())
test.use({ baseURL: '' })

const on = (page: Page) => page.locator('main button[name=go][value=on]').click()

/** For people to look at, narrow and wide. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.screenshot({ path: `web/e2e/results/${name}-${width}.png` })
  }
}

async function choose(page: Page, home: string, hasScript: boolean): Promise<void> {
  await page.goto(`${site().origin}/forms/vouchers`)
  if (hasScript) await answersByItself(page)
  await page.locator(`main [name="root[home]"][value="${home}"]`).check()
  await on(page)
}

async function fill(page: Page, email: string): Promise<void> {
  await page.locator('main [name="root[email]"]').fill(email)
  await page.locator('main [name="root[privacy]"]').check()
}

for (const hasScript of [true, false])
  test.describe(hasScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScript })
    const email = `${hasScript ? 'script' : 'plain'}@example.com`

    test('who has sent the form is led to the other site with the lead’s id and nothing else, and Back sends nothing', async ({
      page,
    }) => {
      await choose(page, 'house', hasScript)
      await fill(page, email)
      await on(page)
      await expect(page.locator('h1')).toHaveText('The shop')
      const ids = leadIds(site(), email)
      expect(ids).toHaveLength(1)
      const ref = `/thanks?from=us&ref=${ids[0]}`
      expect(asked.splice(0)).toEqual([{ url: ref, referer: `${site().origin}/` }])
      await page.goBack()
      if (hasScript) await expect(page.locator('h1')).toHaveText('Thank you, we have your answers')
      else {
        // The same answers again are the same lead, and lead to the same place.
        if ((await page.locator('main [name="root[email]"]').inputValue()) === '') await fill(page, email)
        await on(page)
        await expect(page.locator('h1')).toHaveText('The shop')
        expect(asked.splice(0).map(({ url }) => url)).toEqual([ref])
      }
      expect(leadIds(site(), email)).toEqual(ids)
    })

    test('an alert is said here, with a button that leads on', async ({ page }) => {
      await choose(page, 'boat', hasScript)
      await fill(page, `boat-${email}`)
      await on(page)
      await expect(page.locator('h1')).toHaveText('Nothing for boats yet')
      if (hasScript) await axe(page)
      await look(page, `alert-${hasScript}`)
      await page.getByRole('link', { name: 'Look at the shop' }).click()
      await expect(page.locator('h1')).toHaveText('The shop')
    })

    test('an end is told at the step that decides it, with what to do instead', async ({ page }) => {
      await choose(page, 'tent', hasScript)
      await expect(page.locator('h1')).toHaveText('Nothing for tents')
      await look(page, `end-${hasScript}`)
      if (hasScript) await axe(page)
      await page.getByRole('link', { name: 'Get the brochure' }).click()
      await expect(page).toHaveURL(`${site().origin}/forms/brochure`)
    })
  })

test.describe('offline', () => {
  test.use({ losesConnection: true })

  test('who is led elsewhere is led there once the lead is accepted, not before', async ({ page, context }) => {
    await choose(page, 'house', true)
    await fill(page, 'late@example.com')
    await context.setOffline(true)
    await on(page)
    await expect(page.locator('main .lw-notice-shown')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(site().origin)
    expect(asked).toEqual([])
    await context.setOffline(false)
    await expect(page.locator('h1')).toHaveText('The shop')
    const refs = leadIds(site(), 'late@example.com').map((id) => `/thanks?from=us&ref=${id}`)
    expect(refs).toHaveLength(1)
    expect(asked.splice(0).map(({ url }) => url)).toEqual(refs)
  })
})
