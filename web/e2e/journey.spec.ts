// The journey that the browser's build walks is the one the server walks, for any answers.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { build } from 'vite'
import { journey } from '../../engine/form/journey/journey.ts'
import type { ResolvedForm } from '../../engine/form/model/form.ts'
import { arbitraryAnswers } from '../../engine/form/testing/forms.ts'
import { expect, test } from './fixture.ts'
import { startSite } from './site.ts'

const root = join(import.meta.dirname, '../..')
const ids = ['home-insurance', 'car', 'lending', 'kitchen-sink']

/** The forms as the server resolved them for its pages. */
async function resolvedForms(): Promise<ResolvedForm[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-journey-'))
  for (const name of ['definitions', 'locales']) {
    await cp(join(root, name), join(folder, name), { recursive: true })
    await cp(join(root, 'engine/node/testing/fixtures', name), join(folder, name), { recursive: true })
  }
  const site = await startSite({
    definitions: join(folder, 'definitions'),
    env: { LOCALES_DIR: join(folder, 'locales') },
  })
  for (const id of ids) await fetch(`${site.origin}/forms/${id}`)
  // No page waits until its form is written down.
  const database = new DatabaseSync(join(site.dataDir, 'leadwright.db'), { readOnly: true, timeout: 30_000 })
  const own = ids.map(() => '?').join()
  const written = () => database.prepare(`SELECT resolved FROM form_versions WHERE form IN (${own})`).all(...ids)
  await expect.poll(() => written().length).toBe(ids.length)
  const rows = written()
  database.close()
  await site.stop()
  await rm(folder, { recursive: true })
  return rows.map(({ resolved }) => JSON.parse(String(resolved)))
}

/** The journey as the browser gets it: bundled, minified and without Node. */
async function browserBuild(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(root, 'engine/form/journey/journey.ts'), formats: ['iife'], name: 'core' },
    },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}

test('walks every form as the server does', async ({ page }) => {
  const forms = await resolvedForms()
  expect(forms.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  await page.addScriptTag({ content: await browserBuild() })
  for (const form of forms) {
    const answers = fc.sample(arbitraryAnswers(form), 500)
    const walked = await page.evaluate(
      ([form, answers]) => {
        const { core } = globalThis as unknown as { core: { journey: (form: unknown, answers: unknown) => unknown } }
        return answers.map((given) => core.journey(form, given))
      },
      [form, answers] as const,
    )
    const expected = answers.map((given) => JSON.parse(JSON.stringify(journey(form, given))))
    expect(JSON.parse(JSON.stringify(walked))).toEqual(expected)
    expect(new Set(expected.map(({ steps }) => JSON.stringify(steps))).size).toBeGreaterThan(5)
  }
})
