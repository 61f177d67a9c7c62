import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { runCommand } from '../../server/testing/run-command.ts'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { answersByItself } from './hydrated.ts'
import { storedLeads } from './stored-leads.ts'

const { site } = fixtureSite()

const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154', 'hex')
const png = (bytes: number) => Buffer.concat([pngHead, randomBytes(bytes - pngHead.length)])
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

for (const javaScriptEnabled of [false, true])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ baseURL: '', javaScriptEnabled, expectedStatuses: [422], viewport: { width: 360, height: 740 } })

    test('files are refused, kept, taken back and sent', async ({ page }) => {
      const email = `files-${javaScriptEnabled}@example.com`
      await page.goto(`${site().origin}/forms/claim`)
      if (javaScriptEnabled) await answersByItself(page)
      const photos = page.getByLabel('Photos of the damage')
      const go = () => page.locator('main button[value=on]').click()
      await page.getByLabel('What happened?').fill('Hail')
      await expect(page.getByText('Up to 3 files: JPG, PNG, WEBP or HEIC.')).toBeVisible()
      await go()
      await expect(page.getByRole('alert').first()).toContainText('Choose a file')
      if (javaScriptEnabled) await axe(page)

      await photos.setInputFiles(file('notes.png', Buffer.from('only text')))
      if (!javaScriptEnabled) await go()
      await expect(page.getByText('“notes.png” is not a file of an accepted type').first()).toBeVisible()
      await photos.setInputFiles([file('roof.png', png(200_000)), file('wall.png', png(1_200_000))])
      if (!javaScriptEnabled) {
        await go()
        await page.locator('main button[value=back]').click()
      }
      await expect(page.getByRole('checkbox', { name: 'roof.png' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'wall.png 1.1 MB' })).toBeChecked()
      await photos.setInputFiles(file('garden.png', png(30_000)))
      if (!javaScriptEnabled) {
        await go()
        await page.locator('main button[value=back]').click()
      }
      await expect(page.getByRole('checkbox', { name: 'garden.png' })).toBeChecked()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      if (javaScriptEnabled) await axe(page)
      await page.getByRole('checkbox', { name: 'wall.png' }).uncheck()
      await go()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your contact details')
      await page.getByLabel('Email address').fill(email)
      await page.locator('main [name="root[privacy]"]').check()
      await go()
      await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
      const [lead] = storedLeads(site(), email)
      expect(lead?.photos).toEqual([
        expect.stringMatching(/^[\w-]{22}\/200000\/roof\.png$/),
        expect.stringMatching(/^[\w-]{22}\/30000\/garden\.png$/),
      ])
    })
  })

test.describe('a bad line', () => {
  test.use({ baseURL: '', expectedStatuses: [422], losesConnection: true, viewport: { width: 360, height: 740 } })

  test('goes on where it broke, waits for the file, and reloads with it', async ({ page }) => {
    await page.goto(`${site().origin}/forms/claim`)
    await answersByItself(page)
    const parts: string[] = []
    let isDown = true
    await page.route('**/api/v1/uploads/*', async (route) => {
      const request = route.request()
      if (request.method() === 'PATCH') parts.push(request.headers()['upload-offset'] ?? '')
      // The first part arrives, the second does not.
      if (request.method() === 'PATCH' && parts.length > 1 && isDown) return route.abort('connectionreset')
      return route.continue()
    })
    await page.getByLabel('What happened?').fill('Hail')
    const invoice = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000_000)])
    await page.getByLabel('Photos of the damage').setInputFiles(file('roof.png', png(1000)))
    await expect(page.getByRole('checkbox', { name: 'roof.png' })).toBeChecked()
    parts.length = 0
    await page.getByLabel('Invoice').setInputFiles(file('invoice.pdf', invoice))
    await expect(page.getByRole('progressbar', { name: 'invoice.pdf' })).toBeVisible()
    await axe(page)
    await expect.poll(() => parts.length).toBeGreaterThan(2)
    await page.locator('main button[value=on]').click()
    await expect(page.getByRole('alert').first()).toContainText('“invoice.pdf” is still being uploaded')
    isDown = false
    await expect(page.getByRole('checkbox', { name: 'invoice.pdf' })).toBeChecked({ timeout: 30_000 })
    expect(parts[0]).toBe('0')
    // Nothing that had arrived was sent again.
    expect(parts.slice(1).every((offset) => Number(offset) > 0)).toBe(true)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'invoice.pdf' })).toBeChecked()
    await page.locator('main button[value=on]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your contact details')
  })
})

for (const javaScriptEnabled of [false, true])
  test.describe(`a car for sale, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [422], viewport: { width: 360, height: 740 } })

    test('a photo of it reaches the partner as it was', async ({ page, site: own }) => {
      const email = `photo-${javaScriptEnabled}@example.com`
      const named = (id: string) => page.locator(`main [name="root[${id}]"]`)
      const choose = (id: string, option: string) =>
        page.locator(`main [name="root[${id}]"][value="${option}"]`).check()
      const goOn = () => page.locator('main button[name=go][value=on]').click()
      const look = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        if (javaScriptEnabled) await axe(page)
      }
      await page.goto('/adv/autoverkauf')
      if (javaScriptEnabled) await answersByItself(page)
      const photo = await page.screenshot({ type: 'jpeg' })
      await named('make').selectOption('other')
      // Without a script the questions that answers reveal come with the reply.
      if (!javaScriptEnabled) await goOn()
      await named('otherMake').fill('Saab')
      await named('version').fill('900')
      await goOn()
      await named('firstRegistered][month').fill('3')
      await named('firstRegistered][year').fill('1992')
      await named('miles').fill('90000')
      await choose('fuel', 'petrol')
      await choose('gearbox', 'manual')
      await goOn()

      await choose('condition', 'worn')
      await choose('accident', 'no')
      await expect(page.getByText('Up to 8 files: JPG, PNG, WEBP or HEIC.')).toBeVisible()
      const photos = page.getByLabel('Photos of your car')
      await photos.setInputFiles(file('notes.jpg', Buffer.from('only text')))
      if (!javaScriptEnabled) await goOn()
      await expect(page.getByText('“notes.jpg” is not a file of an accepted type').first()).toBeVisible()
      await look()
      await photos.setInputFiles(file('../my saab.jpeg', photo))
      if (javaScriptEnabled) await expect(page.getByRole('checkbox', { name: 'my saab.jpg' })).toBeChecked()
      await look()
      await goOn()
      await choose('inspection', 'long')
      await choose('ownership', 'paid')
      await choose('sellWhen', 'now')
      await look()
      await goOn()

      await named('firstName').fill('Ada')
      await named('lastName').fill('Lovelace')
      await named('postalCodeOrCity').fill('Leeds')
      await goOn()
      await named('email').fill(email)
      await named('privacy-dealers').check()
      await look()
      await goOn()
      await expect(page.getByRole('heading', { name: 'Thank you, we have your answers' })).toBeVisible()

      const root = join(import.meta.dirname, '../..')
      const env = { DATA_DIR: own.dataDir, DEFINITIONS_DIR: join(root, 'definitions') }
      const { said } = await runCommand(['partners', 'key', 'demo'], env)
      const authorization = `Bearer ${said.split('\n').at(-1)}`
      const feed = await fetch(`${own.origin}/api/v1/leads?limit=500`, { headers: { authorization } })
      const { leads } = (await feed.json()) as { leads: { data: Record<string, unknown> }[] }
      const lead = leads.find(({ data }) => data.email === email)
      const [sent] = (lead?.data.photos ?? []) as { name: string; type: string; bytes: number; url: string }[]
      expect(sent).toMatchObject({ name: 'my saab.jpg', type: 'image/jpeg', bytes: photo.length })
      const { pathname, search } = new URL(sent?.url ?? '', own.origin)
      const fetched = await fetch(own.origin + pathname + search)
      expect(Buffer.from(await fetched.arrayBuffer()).equals(photo)).toBe(true)
    })
  })
