import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AnswerProblem, Answers } from '../form/model/answers.ts'
import { resolved } from '../form/testing/forms.ts'
import { StepForm } from './StepForm.tsx'

const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`o${index}`, `Option ${index}`]))
const form = resolved({
  locales: ['en'],
  title: 'Everything',
  steps: {
    all: {
      title: 'Everything',
      fields: {
        name: { kind: 'given-name', title: 'Name', hint: 'As in your passport.' },
        pick: { title: 'Pick', options: { a: 'A', b: 'B' } },
        list: { title: 'List', options: many },
        several: { title: 'Several', multiple: true, options: { a: 'A', b: 'B' } },
        agreed: { kind: 'yes-no', title: 'Agreed?' },
        story: { kind: 'long-text', title: 'Story', optional: true },
        count: { kind: 'integer', title: 'Count' },
        area: { kind: 'integer', title: 'Area', unit: 'm²' },
        stars: { kind: 'rating', title: 'Stars' },
        born: { kind: 'birth-date', title: 'Born' },
        since: { kind: 'month-year', title: 'Since' },
        views: {
          kind: 'matrix',
          title: 'Views',
          hint: 'One each.',
          rows: { sea: 'Sea', sky: 'Sky' },
          options: { a: 'A', b: 'B' },
        },
        place: { title: 'Place', options: { hut: 'Hut', inn: 'Inn' }, pictures: { hut: '/media/hut.svg' } },
      },
    },
  },
  consents: { privacy: {}, news: { optional: true } },
})

function html(answers: Answers = {}, problems: readonly AnswerProblem[] = []): string {
  const turn = { kind: 'show' as const, step: 'all', answers, problems, revealed: null }
  return renderToString(<StepForm form={form} prefix="lead" turn={turn} arrived={false} t={(key) => String(key)} />)
}

test('a unit stands beside its number and describes it', () => {
  expect(html()).toMatch(/id="lead.area"[^>]*inputMode="numeric"[^>]*aria-describedby="lead.area-unit"/)
  expect(html()).toContain('<span class="lw-unit" id="lead.area-unit">m²</span>')
})

test('nothing is chosen or ticked beforehand', () => {
  expect(html()).not.toContain(' checked')
  expect(html().match(/ selected=/g)).toHaveLength(1)
  expect(html()).toContain('<option value="" selected="">choose</option>')
})

test('what was answered is there again, as real values', () => {
  const page = html({
    name: 'Ada',
    pick: 'b',
    list: 'o7',
    several: ['a'],
    agreed: false,
    story: 'Once',
    count: 3,
    stars: 4,
    born: '1985-03-27',
    since: '2020-1',
    privacy: true,
  })
  for (const control of [
    /name="root\[name\]"[^>]*value="Ada"/,
    /name="root\[pick\]"[^>]*checked=""[^>]*value="b"|value="b"[^>]*checked=""/,
    /<option value="o7" selected="">/,
    /name="root\[several\]\[\]"[^>]*checked=""/,
    /name="root\[agreed\]"[^>]*value="false"[^>]*checked=""|checked=""[^>]*value="false"/,
    />Once<\/textarea>/,
    /inputMode="numeric"[^>]*value="3"/,
    /autoComplete="bday-day"[^>]*name="root\[born\]\[day\]"[^>]*value="27"/,
    /name="root\[since\]\[year\]"[^>]*value="2020"/,
  ])
    expect(page).toMatch(control)
})

test('every description and every link of the summary leads to something', () => {
  const problems = form.steps[0]?.fields.map(({ id }) => ({ field: id, code: 'required', params: {} })) ?? []
  const page = html({}, problems)
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const described = [...page.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(([, list]) => list?.split(' ') ?? [])
  const linked = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(linked).toHaveLength(problems.length)
  for (const id of [...described, ...linked]) expect(ids).toContain(id)
  for (const [, id] of page.matchAll(/<label[^>]*for="([^"]+)"/g)) expect(ids).toContain(id)
  expect(page).not.toMatch(/\sstyle=/)
})

test('a row of a table is named with its option, and said to be wrong by itself', () => {
  const page = html({ 'views.sea': 'b' }, [{ field: 'views.sky', code: 'required', params: {} }])
  expect(page).toContain('<caption class="lw-hidden">Views</caption>')
  expect(page.match(/<th scope="col">/g)).toHaveLength(2)
  expect(page).toMatch(
    /id="lead.views.sea-1"[^>]*aria-labelledby="lead.views.sea-row lead.views.sea-1-option" name="root\[views.sea\]" checked=""/,
  )
  expect(page.match(/name="root\[views\.[a-z]+\]"[^>]*checked=""/g)).toHaveLength(1)
  expect(page.match(/id="lead\.views\.[a-z]+-error"/g)).toEqual(['id="lead.views.sky-error"'])
  expect(page).toContain('href="#lead.views.sky-0"')
})

test('a drawing stands on its option and says nothing by itself', () => {
  expect(
    html().match(/<svg class="lw-picture"[^>]*aria-hidden="true"[^>]*><use href="\/media\/hut.svg#drawing">/g),
  ).toHaveLength(1)
  expect(html()).toContain('<span>Inn</span>')
})

test('what was answered for each of several stands under its name', () => {
  const fleet = resolved({
    locales: ['en'],
    title: 'Fleet',
    steps: {
      drivers: {
        title: 'Drivers',
        as: 'drivers',
        repeat: { min: 1, max: 3, title: 'Driver', add: 'Add a driver' },
        fields: { name: { kind: 'given-name', title: 'Name' } },
      },
      car: { title: 'Car', fields: { make: { title: 'Make' } } },
    },
  })
  const answers = { drivers: 2, 'drivers.0.name': 'Ada', 'drivers.1.name': 'Grace' }
  const turn = { kind: 'show' as const, step: 'car', answers, problems: [], revealed: null }
  const page = renderToString(
    <StepForm form={fleet} prefix="lead" turn={turn} arrived={false} t={(key) => String(key)} />,
  )
  const texts = page
    .replace(/.*<details class="lw-answers/s, '')
    .replaceAll(/<[^>]*>/g, '|')
    .split('|')
    .filter(Boolean)
  expect(texts.slice(texts.indexOf('Drivers'), texts.indexOf('change'))).toEqual([
    'Drivers',
    'Driver 1',
    'Name',
    'Ada',
    'Driver 2',
    'Name',
    'Grace',
  ])
  expect(page).not.toContain('<dl></dl>')
})

test('the server’s sentence is shown as it is, also of a question that is not asked', () => {
  const page = html({}, [
    { field: 'name', code: 'maxLength', params: {}, message: 'That name is too long.' },
    { field: 'gone', code: 'unknown', params: {}, message: 'The form has no question “gone”.' },
  ])
  expect(page).toContain('<a href="#lead.name">That name is too long.</a>')
  expect(page).toContain('<li>The form has no question “gone”.</li>')
  expect(page).not.toContain('errors:')
})

/** The last step of a form whose partners answer in a way, with what stands at its button. */
function lastStep(
  answers: 'now' | 'email' | 'call' | undefined,
  own: { submitLabel?: string; submitNote?: string } = {},
) {
  const turn = { kind: 'show' as const, step: 'all', answers: {}, problems: [], revealed: null }
  const drawn = { ...form, ...own }
  return renderToString(
    <StepForm
      {...{ prefix: 'lead', turn, arrived: false, answers, recipients: 'Acme' }}
      form={drawn}
      t={(key) => `<${key}>`}
    />,
  ).replaceAll(/&[lg]t;/g, '')
}

test('the last button and the line above the consents promise what the partners do', () => {
  expect(lastStep(undefined)).toMatch(
    /<p class="lw-note lw-trust">submitNote<\/p><div class="lw-field lw-field-consent">.*>send</,
  )
  expect(lastStep(undefined).match(/lw-trust/g)).toHaveLength(1)
  for (const answers of ['now', 'email', 'call'] as const) {
    const expected = new RegExp(
      `<p class="lw-note lw-trust">submitNote offers.${answers}.note</p>.*>offers.${answers}.button<`,
    )
    expect(lastStep(answers)).toMatch(expected)
  }
  expect(lastStep('now', { submitLabel: 'Go', submitNote: 'To {recipients}.' })).toMatch(
    /<p class="lw-note lw-trust">To Acme\.<\/p>.*>Go</,
  )
})

test('a form that has the page to itself says what the page is called', () => {
  const turn = { kind: 'show' as const, step: 'b', answers: {}, problems: [], revealed: null }
  const step = (name: string) => ({ title: name, fields: { [name]: { kind: 'given-name' as const, title: 'Name' } } })
  const drawn = resolved({ locales: ['en'], title: 'Two', steps: { a: step('first'), b: step('second') } })
  const page = (level: 1 | 2) =>
    renderToString(
      <StepForm
        {...{ form: drawn, prefix: 'lead', turn, arrived: false, level, name: 'Pets' }}
        t={(key) => `${key}`}
      />,
    )
  expect(page(1)).toContain('<p>Pets · progress</p>')
  expect(page(2)).toContain('<p>progress</p>')
})
