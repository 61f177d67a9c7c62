// A newsletter that is confirmed by mail: from the form over a real mail server to the partner, and out of it again,
// with a script and without.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { axe, expect, test } from './fixture.ts'
import { mailedSite } from './mailed-site.ts'

const { site, mails } = mailedSite()
test.use({ baseURL: '' })

const ways = [
  { locale: 'en', javaScriptEnabled: true, width: 1280 },
  { locale: 'de', javaScriptEnabled: true, width: 360 },
  { locale: 'fr', javaScriptEnabled: false, width: 360 },
]

/** The headings on the way in and out again. */
function headingsIn(locale: string) {
  const { confirm } = textsOf(locale, 'pages/general/confirm').sections
  const { link, mailed, done } = textsOf(locale, 'pages/general/unsub').sections.unsubscribe
  return {
    asks: confirm.title,
    says: confirm.confirmed.title,
    leaves: link.title,
    mailed: mailed.title,
    left: done.title,
  }
}

for (const { locale, javaScriptEnabled, width } of ways)
  test.describe(`${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } })

    test('form, mail, link, button: then the partner has it', async ({ page }) => {
      const address = `ada.${locale}.${javaScriptEnabled}@example.com`
      const { asks, says, leaves, mailed, left } = headingsIn(locale)
      await page.goto(`${site().origin}${locale === 'en' ? '' : `/${locale}`}/forms/newsletter-double-opt-in`)
      await page.locator('main [name="root[email]"]').fill(address)
      await page.locator('main [name="root[privacy-newsletter]"]').check()
      // Who is faster is taken for a program.
      if (javaScriptEnabled) await page.waitForTimeout(2100)
      await page.locator('main button[name=go]').click()
      await expect(page.locator('main')).toContainText(address)
      await expect.poll(() => mailTo(address)).not.toBeNull()
      const link = /http:\/\/\S+\/confirm\?token=[\w-]{43}/.exec(mailTo(address) ?? '')?.[0] ?? ''

      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(asks)
      if (javaScriptEnabled) await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.reload()
      if (javaScriptEnabled) await throughAnotherLanguage(page)
      expect(await fed()).not.toContain(address)

      await page.locator('main button[name=pressed]').focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says)
      expect(new URL(page.url()).search).toBe('?state=confirmed')
      if (javaScriptEnabled) await axe(page)
      expect(await fed()).toContain(address)
      await page.goBack()
      await page.locator('main button[name=pressed]').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says)
      expect((await fed()).filter((one) => one === address)).toHaveLength(1)

      // The same mail ends it, and by address another one comes.
      const leaving = /http:\/\/\S+\/unsub\?token=[\w-]{43}/.exec(mailTo(address) ?? '')?.[0] ?? ''
      await page.goto(leaving)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(leaves)
      if (javaScriptEnabled) await axe(page)
      await page.goto(leaving.replace(/\?.*/, ''))
      const field = page.locator('main [name=email]')
      await field.fill('ada')
      await field.press('Enter')
      await expect(page.locator('main [aria-invalid=true]')).toBeFocused()
      if (javaScriptEnabled) await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await field.fill(address)
      await field.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(mailed)
      await page.goto(leaving)
      await page.locator('main button[name=pressed]').focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(left)
      expect(new URL(page.url()).search).toBe('?state=done')
      expect((await events()).filter((one) => one === address)).toHaveLength(1)
    })
  })

/** The link goes on in another language. */
async function throughAnotherLanguage(page: Page): Promise<void> {
  const address = page.url()
  const choose = async (hreflang: string) => {
    await page.locator('[data-language-cookie]').locator('xpath=..').locator('summary').click()
    await page.locator(`[data-language-cookie] a[hreflang="${hreflang}"]`).click()
    await page.waitForURL((url) => url.pathname.startsWith(`/${hreflang}/`))
  }
  await choose('it')
  expect(new URL(page.url()).search).toBe(new URL(address).search)
  await page.goto(address)
}

/** The text of the mail to an address, its lines joined again; null while there is none. */
function mailTo(address: string): string | null {
  const mail = mails.find((each) => each.includes(`To: ${address}`))
  return mail?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? null
}

/** The addresses that the demo partner reads. */
async function fed(): Promise<string[]> {
  return (await read()).leads.map(({ data }) => data.email)
}

/** Those that it reads to have unsubscribed. */
async function events(): Promise<string[]> {
  return ((await read()).events ?? []).map(({ data }) => data.email)
}

async function read() {
  const key = (await readFile(join(site().dataDir, 'demo.key'), 'utf8')).trim()
  const reply = await fetch(`${site().origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  type Entries = { data: { email: string } }[]
  return (await reply.json()) as { leads: Entries; events?: Entries }
}
