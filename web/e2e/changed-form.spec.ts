// A page that stayed open for longer than its form can be finished: nobody agrees to a sentence that was not shown.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { axe, expect, test } from './fixture.ts'
import { toLastStep } from './hydrated.ts'
import { expectHeading, fillContact, goOn, words } from './questionnaire.ts'
import { startSite } from './site.ts'
import { lastLead } from './stored-leads.ts'

test.use({ expectedStatuses: [409], viewport: { width: 360, height: 780 } })

test('the step comes back with the new sentence and the answers, says so first, and is sent with a new tick', async ({
  page,
}) => {
  const definitions = await mkdtemp(join(tmpdir(), 'leadwright-changed-'))
  await cp(join(import.meta.dirname, '../../definitions'), definitions, { recursive: true })
  const site = await startSite({ definitions })
  try {
    const email = 'ada@example.com'
    await toLastStep(page, site.origin)
    await fillContact(page, 'en', email)

    const file = join(definitions, 'consents/privacy.json')
    const sentence = 'I have read the privacy policy and agree to something else.'
    const consent = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...consent, text: sentence }))
    await expect
      .poll(async () => (await fetch(`${site.origin}/api/page?path=/insurance/home-insurance`)).text())
      .toContain(sentence)
    // More than a day later.
    const database = new DatabaseSync(join(site.dataDir, 'leadwright.db'), { timeout: 30_000 })
    await expect
      .poll(() => database.prepare('UPDATE form_versions SET superseded_at = 1 WHERE superseded_at > 1').run().changes)
      .toBeGreaterThan(0)
    database.close()

    await goOn(page)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('This form has changed')
    await expect(notice).toBeFocused()
    await expect(notice).toBeInViewport()
    await axe(page)
    await expectHeading(page, words.en.steps[2])
    await expect(page.locator('main input[name="root[email]"]')).toHaveValue(email)
    const box = page.getByLabel(sentence)
    await expect(box).not.toBeChecked()
    expect(lastLead(site)).toBeNull()

    await box.check()
    await goOn(page)
    await expectHeading(page, words.en.thanks)
    expect(lastLead(site)).toMatchObject({ consents: { privacy: { text: sentence, granted: true } } })
  } finally {
    // The page of its offers asks for them until it is left.
    await page.goto('about:blank')
    await site.stop()
    await rm(definitions, { recursive: true })
  }
})
