// Answers that a page chooses beforehand, without JavaScript.
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../engine/node/live-site.ts'
import { sandbox } from '../../engine/node/testing/sandbox.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

const path = '/compare/solar'

const form = {
  locales: ['en'],
  title: 'Solar panels',
  steps: {
    roof: {
      title: 'Your roof',
      fields: {
        home: { title: 'What is it?', options: { house: 'A house', flat: 'A flat' }, prefill: 'home' },
        uses: { title: 'What uses power?', multiple: true, options: { car: 'A car', pump: 'A pump' }, optional: true },
        shared: { kind: 'yes-no', title: 'Is the roof shared?', when: { home: 'flat' } },
      },
    },
    money: { title: 'Money', fields: { budget: { kind: 'integer', title: 'Budget', maximum: 9000 } } },
  },
  consents: { privacy: {} },
}
const preset = { home: 'flat', uses: ['car', 'pump'], shared: true, budget: 500 }
const page = {
  locales: ['en'],
  path,
  title: 'Solar',
  sections: { form: { kind: 'form', form: 'presets', preset } },
}

async function presetSite() {
  const box = await sandbox()
  onTestFinished(box.remove)
  await box.edit('definitions/forms/presets.json', null, JSON.stringify(form))
  await box.edit('definitions/pages/presets.json', null, JSON.stringify(page))
  const begun = await openSite(box, { now: Date.now })
  if (!begun.ok || begun.live.quarantined().length > 0) throw new Error('The definitions have problems.')
  const storage = await temporaryStorage()
  const { app } = await appOn(storage, () => ({ live: begun.live }))
  const get = (search = '') => app.inject({ url: path + search })
  const post = (step: string, answers: readonly (readonly [string, string])[], go = 'on') =>
    app.inject({
      method: 'POST',
      url: `${path}?step=${step}`,
      payload: new URLSearchParams([...answers.map(([name, value]) => [name, value]), ['go', go]]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
  const leads = async () => {
    const [rows = []] = await storage.atomic([{ sql: 'SELECT answers FROM leads ORDER BY id', parameters: [] }])
    return rows.map(({ answers }) => JSON.parse(String(answers)))
  }
  return { get, post, leads }
}

/** What a browser would post of the main form: name and value of each control that is not empty or unchosen. */
function controls(html: string): [string, string][] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return [...main.matchAll(/<input[^>]*name="root\[[^>]*>/g)].flatMap(([input]): [string, string][] => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
    const isChoice = ['radio', 'checkbox'].includes(attribute('type') ?? '')
    const value = attribute('value') ?? ''
    return (isChoice && !input.includes('checked')) || value === '' ? [] : [[attribute('name') ?? '', value]]
  })
}

const chosen = [
  ['root[home]', 'flat'],
  ['root[uses][]', 'car'],
  ['root[uses][]', 'pump'],
  ['root[shared]', 'true'],
]

test('the page shows what it chooses, carries what is asked later, and is the same for everybody', async () => {
  const { get } = await presetSite()
  const reply = await get()
  expect(controls(reply.body).sort()).toEqual([['root[budget]', '500'], ...chosen].sort())
  expect(reply.headers['cache-control']).not.toContain('private')
  expect(controls((await get('?utm_source=x')).body)).toEqual(controls(reply.body))
})

test('what an address gives beforehand comes first', async () => {
  const { get } = await presetSite()
  const reply = await get('?home=house')
  expect(controls(reply.body)).toContainEqual(['root[home]', 'house'])
  expect(controls(reply.body)).not.toContainEqual(['root[home]', 'flat'])
})

test('who keeps it sends it, and who changes it keeps the change', async () => {
  const { get, post, leads } = await presetSite()
  const first = controls((await get()).body)
  const second = await post('roof', first)
  expect(second.statusCode).toBe(200)
  expect(second.body).toMatch(/<input[^>]*name="root\[budget\]"[^>]*value="500"|value="500"[^>]*name="root\[budget\]"/)
  expect((await post('money', [...controls(second.body), ['root[privacy]', 'true']])).statusCode).toBe(303)

  const others = first.filter(([name]) => name !== 'root[uses][]' && name !== 'root[home]')
  const changed = await post('roof', [...others, ['root[home]', 'house']])
  // Neither a box that was cleared nor a choice comes back, on the next step or the way back.
  const back = await post('money', controls(changed.body), 'back')
  for (const { body } of [changed, back]) {
    expect(controls(body)).toContainEqual(['root[home]', 'house'])
    expect(controls(body).map(([name]) => name)).not.toContain('root[uses][]')
  }
  const last = controls(changed.body).filter(([name]) => name !== 'root[budget]')
  const sent = await post('money', [...last, ['root[budget]', '700'], ['root[privacy]', 'true']])
  expect(sent.statusCode).toBe(303)
  expect(await leads()).toEqual([preset, { home: 'house', budget: 700 }])
})
