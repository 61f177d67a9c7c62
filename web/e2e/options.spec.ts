// Options that depend on another answer: offered once it is given, and asked again when it changes.
import type { Page } from '@playwright/test'
import { axe, expect, test } from './fixture.ts'
import { fixtureSite } from './fixture-site.ts'
import { hydrated } from './hydrated.ts'
import { expectHeading } from './questionnaire.ts'
import { storedLeads } from './stored-leads.ts'

const pets = {
  locales: ['en'],
  title: 'Pet insurance',
  steps: {
    pet: {
      title: 'Your pet',
      fields: {
        animal: { title: 'What is it?', options: { dog: 'A dog', cat: 'A cat' } },
        breed: { title: 'Which breed?', optionList: 'pet-breeds', optionsBy: 'animal' },
      },
    },
    cover: {
      title: 'Your cover',
      fields: {
        cover: {
          title: 'Which cover?',
          options: { accidents: 'Accidents', liability: 'Liability' },
          optionsWhen: { liability: { animal: 'dog' } },
        },
      },
    },
    you: { title: 'About you', fields: { email: { kind: 'email' } } },
  },
}

const breeds = {
  names: { dog: { beagle: 'Beagle', poodle: 'Poodle' }, cat: { siamese: 'Siamese' }, mixed: 'Mixed' },
}

const makes = Array.from({ length: 100 }, (_, at) => `make${at}`)

/** 20,000 models of cars. */
const models = Object.fromEntries(
  makes.map((make) => [
    make,
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${make}-${at}`, `Model ${at} of ${make}`])),
  ]),
)

const cars = {
  locales: ['en'],
  title: 'Your car',
  steps: {
    car: {
      title: 'Your car',
      fields: {
        make: { title: 'Which make?', options: Object.fromEntries(makes.map((make) => [make, `The ${make}`])) },
        model: { title: 'Which model?', optionList: 'many-models', optionsBy: 'make', options: { other: 'Another' } },
      },
    },
    you: { title: 'About you', fields: { email: { kind: 'email' } } },
  },
}

const survey = {
  locales: ['en'],
  title: 'Survey',
  steps: {
    source: {
      title: 'One question',
      fields: {
        source: {
          title: 'Where from?',
          order: 'random',
          keepLast: ['other'],
          options: {
            search: 'Search',
            friend: 'Friend',
            radio: 'Radio',
            poster: 'Poster',
            fair: 'Fair',
            other: 'Other',
          },
        },
        town: {
          title: 'Which town?',
          optional: true,
          order: 'alphabetical',
          options: { york: 'York', oerebro: 'Örebro', bath: 'Bath', other: 'Another one' },
          keepLast: ['other'],
        },
      },
    },
    you: { title: 'About you', fields: { email: { kind: 'email' } } },
  },
}

const { site } = fixtureSite({
  'definitions/forms/cars.json': JSON.stringify(cars),
  'definitions/lists/many-models.json': JSON.stringify({ names: models }),
  'definitions/forms/survey.json': JSON.stringify(survey),
  'definitions/forms/pets.json': JSON.stringify(pets),
  'definitions/lists/pet-breeds.json': JSON.stringify(breeds),
})

test.use({ baseURL: '', expectedStatuses: [422] })

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 } })

    test('an answer offers its options, and another one asks again for what it does not offer', async ({ page }) => {
      const look = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        if (javaScriptEnabled) await axe(page)
      }
      const goOn = () => page.locator('main .lw-buttons [name=go][value=on]').click()
      const breed = page.getByRole('group', { name: 'Which breed?' })
      const options = breed.getByRole('radio')
      await page.goto(`${site().origin}/forms/pets`)
      if (javaScriptEnabled) await hydrated(page)
      await expect(breed).toHaveCount(0)
      await page.getByLabel('A dog').check()
      // Without JavaScript the question comes with the next step.
      if (!javaScriptEnabled) await goOn()
      await expect(options).toHaveCount(3)
      await expect(page.locator('.lw-summary')).toHaveCount(0)
      await look()
      await page.getByLabel('Poodle').check()
      await goOn()
      await expectHeading(page, 'Your cover')
      await page.getByLabel('Liability').check()
      await goOn()
      await expectHeading(page, 'About you')

      await page.getByRole('button', { name: 'Back' }).click()
      await expectHeading(page, 'Your cover')
      await page.getByRole('button', { name: 'Back' }).click()
      await expectHeading(page, 'Your pet')
      await page.getByLabel('A cat').check()
      if (!javaScriptEnabled) await goOn()
      const again = 'Choose another answer: this one is not available with your other answers'
      await expect(breed.locator('.lw-error')).toHaveText(again)
      await expect(options).toHaveCount(2)
      await expect(breed.getByRole('radio', { checked: true })).toHaveCount(0)
      await look()
      await page.getByLabel('Siamese').check()
      if (javaScriptEnabled) await expect(breed.locator('.lw-error')).toHaveCount(0)
      await goOn()
      await expectHeading(page, 'Your cover')
      await expect(page.getByRole('alert')).toContainText('Choose another answer to “Which cover?”')
      await look()
      await expect(page.getByLabel('Liability')).toHaveCount(0)
      await page.getByLabel('Accidents').check()
      await goOn()
      await expectHeading(page, 'About you')
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 } })
    const goOn = (page: Page) => page.locator('main .lw-buttons [name=go][value=on]').click()

    test('of 20,000 models the page gets those of the make alone, once it is chosen', async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const reply = await page.goto(`${site().origin}/forms/cars`)
      expect(await reply?.text()).not.toContain('Model 7 of make7')
      if (javaScriptEnabled) await hydrated(page)
      const model = page.getByLabel('Which model?')
      await expect(model).toHaveCount(0)
      await page.getByLabel('Which make?').selectOption('make7')
      if (!javaScriptEnabled) await goOn(page)
      await expect(model.locator('option')).toHaveCount(202)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      if (javaScriptEnabled) {
        await axe(page)
        const groups = asked.filter((path) => path.startsWith('/options/'))
        expect(groups).toEqual([expect.stringMatching(/^\/options\/many-models\/en\/[0-9a-f]{10}\/make7$/)])
      }
      await model.selectOption('make7-7')
      await page.getByLabel('Which make?').selectOption('make8')
      if (!javaScriptEnabled) await goOn(page)
      const error = page.locator('main .lw-field', { has: model }).locator('.lw-error')
      await expect(error).toHaveText('Choose another answer: this one is not available with your other answers')
      await expect(model).toHaveValue('')
      await model.selectOption('make8-8')
      await page.getByLabel('Which make?').selectOption('make7')
      if (!javaScriptEnabled) await goOn(page)
      await expect(model.locator('option', { hasText: 'Model 7 of make7' })).toHaveCount(1)
      await model.selectOption('make7-7')
      await goOn(page)
      await expectHeading(page, 'About you')
      await expect(page.locator('.lw-answers dd').last()).toHaveText('Model 7 of make7')
      await page.getByLabel('Email').fill('ada@example.com')
      await goOn(page)
      await expect(page.locator('main [name="root[email]"]')).toHaveCount(0)
    })

    test('each visit has an order of its own, which stays until the form is sent and comes with the lead', async ({
      page,
    }) => {
      const options = page.getByRole('group', { name: 'Where from?' }).getByRole('radio')
      const order = async () =>
        (await options.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).join()
      const seen = new Set<string>()
      for (let visit = 0; visit < 12 && seen.size < 2; visit += 1) {
        await page.goto(`${site().origin}/forms/survey`)
        seen.add(await order())
      }
      expect(seen.size).toBe(2)
      if (javaScriptEnabled) await hydrated(page)
      const towns = page.getByRole('group', { name: 'Which town?' }).locator('.lw-option')
      await expect(towns).toHaveText(['Bath', 'Örebro', 'York', 'Another one'])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      if (javaScriptEnabled) await axe(page)
      const shown = await order()
      expect(shown).toMatch(/,other$/)
      await page.getByLabel('Poster').check()
      await goOn(page)
      await expectHeading(page, 'About you')
      await page.getByRole('button', { name: 'Back' }).click()
      await expectHeading(page, 'One question')
      expect(await order()).toBe(shown)
      await goOn(page)
      const email = `ada-${javaScriptEnabled ? 'on' : 'off'}@example.com`
      await page.getByLabel('Email').fill(email)
      await goOn(page)
      await expect(page.locator('main [name="root[email]"]')).toHaveCount(0)
      expect(storedLeads(site(), email)).toEqual([{ email, source: 'poster', optionOrder: `source:${shown}` }])
    })
  })

test('the API takes what is offered alone', async () => {
  const send = (answers: object) =>
    fetch(`${site().origin}/api/v1/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: 'pets', locale: 'en', answers: { email: 'ada@example.com', ...answers } }),
    })
  const refused = await send({ animal: 'cat', breed: 'poodle', cover: 'accidents' })
  expect(refused.status).toBe(422)
  expect((await refused.json()).errors).toEqual([
    {
      pointer: '/answers/breed',
      code: 'offered',
      message: 'Choose another answer to “Which breed?”: this one is not available with your other answers',
    },
  ])
  expect((await send({ animal: 'cat', breed: 'siamese', cover: 'accidents' })).status).toBe(201)
})

test('a group of options is kept for good under its version, and is what is offered now under another', async () => {
  const page = await (await fetch(`${site().origin}/forms/cars`)).text()
  const version = /"version":"([0-9a-f]{10})"/.exec(page)?.[1]
  const get = (path: string) => fetch(`${site().origin}/options/${path}`)
  const kept = await get(`many-models/en/${version}/make7`)
  expect(kept.headers.get('cache-control')).toContain('immutable')
  expect(Object.keys(await kept.json())).toHaveLength(200)
  const older = await get('many-models/en/0123456789/make7')
  expect(older.headers.get('cache-control')).toBe('no-cache')
  expect(Object.keys(await older.json())).toHaveLength(200)
  expect(await (await get(`many-models/en/${version}/__proto__`)).json()).toEqual({})
  expect((await get(`nothing/en/${version}/make7`)).status).toBe(404)
})
