import { cp, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveSite, openSite } from './live-site.ts'
import { loadSite, problemLine } from './load.ts'
import { formProver } from './proof/form-prover.ts'
import { type Sandbox, sandbox } from './testing/sandbox.ts'

// Long enough for a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let box: Sandbox
let live: LiveSite

beforeEach(async () => {
  box = await sandbox()
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
  live = begun.live
  live.follow({}, 20)
})
afterEach(async () => {
  await live.close()
  await box.remove()
})

const titleOf = (form: string, locale = 'en') => live.current().forms.version(form, locale)?.form.title
/** The sandbox as problems name it. */
const folderName = () => join(relative('.', box.definitions), '../')

/** What is quarantined: the definition, what is live instead, and the first reason. */
const quarantined = () =>
  live.quarantined().map(({ definition, live: version, needs, problems: [problem] }) => {
    const reason = problem ? problemLine(problem).replaceAll(folderName(), '') : ''
    return [definition, version, needs.join(' ') || reason.replace(/ Copy .*/, '')].join(' | ')
  })

/** Waits for what must come, and says how many ms it took. */
async function until(look: () => boolean): Promise<number> {
  const begun = performance.now()
  while (!look()) {
    if (performance.now() - begun > 100_000) throw new Error(`never came: ${quarantined().join('\n')}`)
    await sleep(10)
  }
  return performance.now() - begun
}
/** Makes a change that is right beside those that are not, and waits until it is live. */
async function taken(): Promise<void> {
  const before = /"title": "[^"]*"/.exec(await box.read('definitions/forms/loan.json'))?.[0] ?? ''
  const title = `Loan ${performance.now()}`
  await box.edit('definitions/forms/loan.json', before, `"title": "${title}"`)
  await until(() => titleOf('loan') === title)
}
const pet = (more: object = {}) =>
  JSON.stringify({
    locales: ['en'],
    title: 'Pets',
    steps: { you: { title: 'You', fields: { name: { kind: 'given-name' } } } },
    ...more,
  })
test('what several definitions change together goes live together or not at all, and what is mended goes live', async () => {
  await box.edit(
    'definitions/groups/contact.json',
    '"firstName": {',
    '"nick": { "title": "Nick", "type": "string" }, "firstName": {',
  )
  const when = '"carAsSecurity": { "when": { "purpose": "cars" },'
  await box.edit('definitions/forms/loan.json', '"carAsSecurity": {', when)
  await until(() => quarantined().length === 2)
  expect(quarantined().map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual([
    'forms/loan last good',
    'groups/contact last good',
  ])
  for (const locale of ['de', 'es', 'fr', 'it', 'nl'])
    await box.edit(`locales/${locale}/groups/contact.json`, '"fields": {', '"fields": { "nick": { "title": "Nick" },')
  await box.edit('definitions/forms/loan.json', '"purpose": "cars"', '"purpose": "car"')
  await until(() => quarantined().length === 0)
  const version = live.current().forms.version('loan', 'de')
  expect(version?.form.steps.flatMap(({ fields }) => fields.map(({ id }) => id))).toContain('nick')
})

test('what is removed stays as long as something needs it', async () => {
  await unlink(join(box.definitions, 'groups/contact.json'))
  await until(() => quarantined().length > 0)
  expect(quarantined()).toEqual([
    expect.stringMatching(/^groups\/contact \| last good \| \S+ There is no group "contact"/),
  ])
  expect(titleOf('loan')).toBe('Personal loan')
  await box.edit('definitions/forms/pets.json', null, pet())
  await until(() => titleOf('pets') === 'Pets')
  await unlink(join(box.definitions, 'forms/pets.json'))
  await until(() => titleOf('pets') === undefined)
})

test('a file that is far too large or nested without end is not read, and what was live stays', async () => {
  const loan = join(box.definitions, 'forms/loan.json')
  const text = await box.read('definitions/forms/loan.json')
  await truncate(loan, 200_000_000)
  await until(() => quarantined().length > 0)
  expect(quarantined()).toEqual([
    'forms/loan | last good | definitions/forms/loan.json:1:1 This file has 200.0 MB, and the largest that is read has 1 MB. Make it smaller, or remove it.',
  ])
  await writeFile(loan, '['.repeat(200_000))
  await until(() => quarantined().join().includes('nested'))
  expect(quarantined()).toEqual([
    'forms/loan | last good | definitions/forms/loan.json:1:101 This is nested too deeply: more than 100 levels. Take out what is around it, or in it.',
  ])
  expect(titleOf('loan')).toBe('Personal loan')
  await writeFile(loan, text)
  await until(() => quarantined().length === 0)

  const many = join(box.definitions, 'lists')
  for (let number = 0; number < 51; number++) await writeFile(join(many, `l${number}.json`), ' '.repeat(1_000_000))
  await until(() => live.unreadable() !== null)
  expect(live.unreadable()?.reason).toMatch(/holds more than 50 MB of definitions/)
  expect(titleOf('loan')).toBe('Personal loan')
  for (let number = 0; number < 51; number++) await unlink(join(many, `l${number}.json`))
  await until(() => live.unreadable() === null)
})

test('a deal goes live with other words in one language, and with another old price', async () => {
  const deal = () => live.current().deals.all.find(({ id }) => id === 'headphones')
  expect(deal()?.words.de?.title).toBe('Kopfhörer mit Geräuschunterdrückung')
  await box.edit('locales/de/deals.json', 'Kopfhörer mit Geräuschunterdrückung', 'Leise Kopfhörer')
  await until(() => deal()?.words.de?.title === 'Leise Kopfhörer')
  await box.edit('definitions/deals.json', '"amount": 156,', '"amount": 166,')
  await until(() => deal()?.markets.GB?.oldPrice?.amount === 166)
  expect([deal()?.words.en?.title, deal()?.words.de?.title]).toEqual(['Noise-cancelling headphones', 'Leise Kopfhörer'])
})
test('a folder that is moved away and back, and made anew, is followed on', async () => {
  await rename(box.definitions, `${box.definitions}.away`)
  await until(() => quarantined().length > 0)
  expect(quarantined()).toEqual([
    'site | last good | site.json:1:1 site.json is missing. Write it with "locales" and "brand".',
  ])
  expect(titleOf('loan')).toBe('Personal loan')
  await rename(`${box.definitions}.away`, box.definitions)
  await until(() => quarantined().length === 0)
  await taken()
  await cp(box.definitions, `${box.definitions}.copy`, { recursive: true })
  await rm(box.definitions, { recursive: true })
  await rename(`${box.definitions}.copy`, box.definitions)
  await taken()
  expect(quarantined()).toEqual([])
})

test('a file that is removed to be written anew is missed by nobody', async () => {
  const file = join(box.definitions, 'forms/loan.json')
  const text = await box.read('definitions/forms/loan.json')
  for (let turn = 0; turn < 5; turn++) {
    await unlink(file)
    const gone = performance.now()
    // Less than the half second for which a file may be away; a machine may be too busy to notice in time.
    for (let waited = 0; waited < 200; waited = performance.now() - gone) {
      expect(titleOf('loan')).toBe('Personal loan')
      await sleep(20)
    }
    await writeFile(file, text)
    await sleep(20)
  }
  await taken()
})

test('at a first start what has a problem is left out, with what cannot do without it', async () => {
  await box.edit('definitions/groups/contact.json', '"kind": "email"', '"kind": "mail"')
  await box.edit('definitions/pages/general/privacy.json', '"title"', '"titel"')
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
  const found = Object.fromEntries(begun.live.quarantined().map((each) => [each.definition, each]))
  expect(found['groups/contact']).toMatchObject({ live: 'absent', needs: [], problems: [{ line: 9, column: 43 }] })
  expect(found['forms/loan']).toMatchObject({ live: 'absent', needs: ['groups/contact'], problems: [] })
  expect(found['pages/privacy']).toMatchObject({ live: 'absent' })
  const site = begun.live.current()
  // The form uses no contact group, and links to a page that is left out: its words stay without the link.
  expect(JSON.stringify(site.forms.version('newsletter-footer', 'en'))).not.toContain('page:')
  expect(site.pages.all.map(({ id }) => id)).toContain('home-insurance')
  await begun.live.close()
  await box.edit('definitions/site.json', '"brand"', '"brnd"')
  expect(await openSite(box, { now: Date.now })).toMatchObject({ ok: false })
})

test('the folders are read while the last good version is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>()
  const opening = openSite(box, { now: Date.now, lastGood: promise })
  await rm(box.definitions, { recursive: true })
  resolve([])
  expect(await opening).toMatchObject({ ok: true })
})

test('a form that nobody could finish does not go live, and says why', async () => {
  await live.close()
  const givenUp: string[] = []
  const { prove, proven } = formProver({ now: Date.now, onGivenUp: (forms) => givenUp.push(...forms) })
  const begun = await openSite(box, { now: Date.now, prove })
  if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
  live = begun.live
  let settled = 0
  live.follow({ onSettled: () => settled++ }, 20)
  await until(() => settled === 1)
  // Those of the repository are counted in questions.json.
  expect(proven()).toEqual([])

  const code = (more: object) =>
    pet({ steps: { you: { title: 'You', fields: { code: { title: 'Code', type: 'string', ...more } } } } })
  const contradiction = { pattern: '^[0-9]{5}$', maxLength: 4, example: '1234' }
  await box.edit('definitions/forms/pets.json', null, code(contradiction))
  await taken()
  expect(titleOf('pets')).toBeUndefined()
  expect(quarantined()).toEqual([
    `forms/pets | absent | definitions/forms/pets.json:1:74 No answer to "code" was found that it takes: its rules contradict each other, or it has a pattern and needs an "example".`,
  ])
  await box.edit('definitions/forms/pets.json', null, code({ ...contradiction, maxLength: 5, example: '12345' }))
  await until(() => titleOf('pets') === 'Pets')
  await box.edit('definitions/forms/pets.json', null, code(contradiction).replace('Pets', 'Stuck'))
  await until(() => quarantined().length === 1)
  expect([titleOf('pets'), quarantined()[0]?.split(' | ')[1]]).toEqual(['Pets', 'last good'])
  // Nothing that is asked has changed here.
  const everybody = { when: { code: { not: { const: '' } } }, title: 'No', text: 'Not for you.' }
  const good = code({ ...contradiction, maxLength: 5, example: '12345' })
  await box.edit('definitions/forms/pets.json', null, good)
  await until(() => quarantined().length === 0)
  await box.edit(
    'definitions/forms/pets.json',
    null,
    JSON.stringify({ ...JSON.parse(good), screenOuts: { everybody } }),
  )
  await until(() => quarantined().length === 1)
  expect(quarantined()[0]).toContain('Every way through the form ends before it is sent.')
  expect(givenUp).toEqual([])
})

test('a last good version that is a draft counts as absent: nobody sees it', async () => {
  const broken = pet().replace('given-name', 'given-nam')
  await box.edit('definitions/forms/pets.json', null, pet({ draft: true }))
  await taken()
  await box.edit('definitions/forms/pets.json', null, broken)
  await until(() => quarantined().length === 1)
  expect(quarantined()[0]).toMatch(/^forms\/pets \| absent \| /)
  await box.edit('definitions/forms/pets.json', null, pet())
  await until(() => titleOf('pets') === 'Pets')
  await box.edit('definitions/forms/pets.json', null, broken)
  await until(() => quarantined().length === 1)
  expect(quarantined()[0]).toMatch(/^forms\/pets \| last good \| /)
})

test('what cannot be proven in time goes live, and is named', async () => {
  const givenUp: string[] = []
  await rm(join(box.definitions, 'questions.json'))
  const loaded = await loadSite(box)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { prove } = formProver({ now: Date.now, onGivenUp: (forms) => givenUp.push(...forms), queryDeadline: -20_000 })
  expect(await prove(loaded.site, [])).toEqual([])
  expect(givenUp).toContain('loan')
})

test('what was live from the start is proven beside the changes that come meanwhile', async () => {
  await live.close()
  await rm(join(box.definitions, 'questions.json'))
  const prover = formProver({ now: Date.now, onGivenUp: () => {}, calm: 0 })
  const begun = await openSite(box, { now: Date.now, prove: prover.prove, proveLive: prover.proveLive })
  if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
  live = begun.live
  const proving = prover.proveLive(live.current())
  expect(await prover.prove(live.current(), [])).toEqual([])
  expect(prover.proven()).toEqual([])
  expect((await prover.unproven()).length).toBeGreaterThan(15)
  await proving
  expect(prover.proven().length).toBeGreaterThan(15)
  let settled = 0
  live.follow({ onSettled: () => settled++ }, 20)
  await taken()
  await until(() => settled > 0)
})

test('forms that questions.json counts are not proven again', async () => {
  const prover = formProver({ now: Date.now, onGivenUp: () => {}, calm: 0 })
  await prover.proveLive(live.current())
  expect([prover.proven(), await prover.unproven()]).toEqual([[], []])
})

test('while all forms are as they were, none is looked at again', async () => {
  const prover = formProver({ now: Date.now, onGivenUp: () => {} })
  const asked = async () => {
    const { current, files } = live
    const versions = vi.fn(current().forms.versions)
    const site = { ...current(), forms: { ...current().forms, versions } }
    expect(await prover.prove(site, files())).toEqual([])
    return versions.mock.calls.length
  }
  const page = live.files().find(({ folder, id, locale }) => folder === 'pages' && id === 'loan' && locale === null)
  const edit = async (more: object) => {
    const { hash } = live.current()
    await writeFile(page?.file ?? '', JSON.stringify({ ...(page?.value as object), ...more }))
    await until(() => live.current().hash !== hash)
  }
  expect(await asked()).toBeGreaterThan(0)
  await edit({ title: 'Borrow' })
  expect(await asked()).toBe(0)
  const { sections } = { ...page }.value as { sections: { form: object } }
  await edit({ sections: { ...sections, form: { ...sections.form, screens: 'questions' } } })
  expect(await asked()).toBeGreaterThan(0)
  expect(await asked()).toBe(0)
  await taken()
  expect(await asked()).toBeGreaterThan(0)
})
