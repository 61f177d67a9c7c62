import { expect, test } from './fixture.ts'
import { path } from './questionnaire.ts'

test('every kind of reply carries the policy, and no page runs or styles anything inline', async ({ site }) => {
  const post = (url: string, body: string, type: string) =>
    fetch(site.origin + url, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    })
  const form = 'application/x-www-form-urlencoded'
  const replies = await Promise.all([
    fetch(site.origin + path.en),
    fetch(site.origin + path.de),
    fetch(`${site.origin}/forms/home-insurance`),
    fetch(`${site.origin}/nothing`),
    fetch(`${site.origin}/api/v1/leads`),
    fetch(`${site.origin}/assets/nothing.css`),
    post(`${path.en}?step=housing`, '', form),
    post(`${path.en}?step=contact`, 'root%5Bemail%5D=x&shown=email', form),
    post('/api/v1/submissions', '{', 'application/json'),
    post('/api/v1/submissions', '{}', 'text/plain'),
    fetch(site.origin + path.en, { method: 'DELETE' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404, 401, 404, 422, 422, 400, 415, 405])
  for (const reply of replies) {
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    const text = await reply.text()
    expect(text).not.toMatch(
      /<script(?![^>]*(type="application\/(ld\+)?json"|src="\/assets\/))|<style|\sstyle=|\son[a-z]+=/i,
    )
  }
})

test('a page of the other language holds none of this one’s words', async ({ page }) => {
  await page.goto(path.de)
  const text = (await page.locator('header, main, footer').allTextContents()).join(' ')
  expect(text).not.toMatch(/\b(the|your|what|continue|back|step)\b/i)
})
