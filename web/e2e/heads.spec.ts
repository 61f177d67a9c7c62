// What is told of a page beside its words goes along when the browser goes to another without loading it.
import type { Page } from '@playwright/test'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { expect, test } from './fixture.ts'
import { answersByItself } from './hydrated.ts'

const told = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
    return {
      canonical: all('link[rel=canonical]', 'href'),
      languages: all('link[rel=alternate]', 'hreflang'),
      address: all('meta[property="og:url"]', 'content'),
      picture: all('meta[property="og:image"]', 'content'),
      about: data.flatMap(({ textContent }) =>
        JSON.parse(textContent ?? '')['@graph'].map((node: { '@type': string }) => node['@type']),
      ),
    }
  })

test('the head of a page is that of the page on the screen', async ({ page, request }) => {
  await page.goto('/insurance/home-insurance')
  await answersByItself(page)
  const first = await told(page)
  const address = 'https://leadwright.example/insurance/home-insurance'
  const languages = ['en', 'es', 'de', 'fr', 'it', 'nl', 'x-default']
  expect(first).toMatchObject({ canonical: [address], languages, address: [address] })
  expect(first.about).toEqual(['Organization', 'BreadcrumbList', 'FAQPage'])

  await page.evaluate(() => Object.assign(window, { isStill: true }))
  const { secondHome } = textsOf('en', 'pages/insurance/home-insurance').sections.questions.questions
  await page.getByText(secondHome.question).click()
  await page.getByRole('link', { name: 'privacy policy' }).first().click()
  await expect(page).toHaveURL(/\/privacy/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
  expect(await page.evaluate(() => 'isStill' in window)).toBe(true)
  const then = await told(page)
  const privacy = 'https://leadwright.example/privacy'
  expect(then).toMatchObject({ canonical: [privacy], languages, address: [privacy] })
  expect(then.about).toEqual(['Organization', 'BreadcrumbList'])

  const [picture] = then.picture
  expect(then.picture).not.toEqual(first.picture)
  const reply = await request.get(new URL(picture ?? '').pathname)
  expect(reply.headers()['content-type']).toBe('image/png')
})
