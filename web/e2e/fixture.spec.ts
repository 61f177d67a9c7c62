// The shared fixture must be able to fail: every kind of complaint fails its test here, and a clean page passes.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Complaints } from './complaints.ts'
import { axe, expect, test } from './fixture.ts'

const policy = "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; connect-src 'self'"
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title><link rel="icon" href="/icon"></head><body>${body}</body></html>`

const answers: Record<string, { status?: number; type?: string; body: string }> = {
  '/clean': { body: page('<main><h1>Clean</h1></main>') },
  '/icon': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/console': { body: page('<script src="/console.js"></script>') },
  '/console.js': { type: 'text/javascript', body: 'console.error("on purpose")' },
  '/uncaught': { body: page('<script src="/uncaught.js"></script>') },
  '/uncaught.js': { type: 'text/javascript', body: 'throw new Error("on purpose")' },
  '/rejected': { body: page('<script src="/rejected.js"></script>') },
  '/rejected.js': { type: 'text/javascript', body: 'Promise.reject(new Error("on purpose"))' },
  '/inline-script': { body: page('<script>1 + 1</script>') },
  '/inline-style': { body: page('<p style="color: red">red</p>') },
  '/422': { status: 422, body: page('<main><h1>Problem</h1></main>') },
  '/500': { status: 500, body: page('<main><h1>Broken</h1></main>') },
  '/fetch-422': { body: page('<script src="/fetch.js"></script>') },
  '/fetch.js': {
    type: 'text/javascript',
    body: 'fetch("/422").then((answer) => { document.title = String(answer.status) })',
  },
  '/missing-script': { body: page('<script src="/nowhere.js"></script>') },
  '/no-title': { body: '<!doctype html><html><link rel="icon" href="/icon"><img src="/icon"></html>' },
}

let server: Server
let origin = ''

// These tests judge the fixture, not the site: no server of ours is needed.
test.use({ baseURL: '' })

test.beforeAll(async () => {
  server = createServer((request, reply) => {
    const { status = 200, type = 'text/html', body } = answers[request.url ?? ''] ?? { status: 404, body: '' }
    reply.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
    reply.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

test.afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a clean page passes', async ({ page }) => {
  await page.goto(`${origin}/clean`)
  await axe(page)
})

/** What must be complained of, and nothing else; then the fixture itself has to fail the test. */
async function expectFailure(complaints: Complaints, reason: RegExp): Promise<void> {
  const found = await complaints.collect()
  expect(found).not.toEqual([])
  expect(found.filter((complaint) => !reason.test(complaint))).toEqual([])
  test.fail()
}

test.describe('fails on', () => {
  const reasons: Record<string, RegExp> = {
    '/console': /^console error: on purpose/,
    '/uncaught': /^uncaught: Error: on purpose/,
    '/rejected': /^uncaught: Error: on purpose/,
    '/inline-script': /script-src/,
    '/inline-style': /style-src/,
    '/422': /status of 422/,
    '/missing-script': /status of 404 .*nowhere\.js/,
  }

  for (const [path, reason] of Object.entries(reasons)) {
    test(path, async ({ page, complaints }) => {
      await page.goto(origin + path)
      await expectFailure(complaints, reason)
    })
  }

  test('a complaint in a context that the test opens itself', async ({ browser, complaints }) => {
    const context = await browser.newContext()
    await (await context.newPage()).goto(`${origin}/console`)
    await context.close()
    await expectFailure(complaints, /on purpose/)
  })

  test('a page that is not accessible', async ({ page }) => {
    await page.goto(`${origin}/no-title`)
    await expect(axe(page)).rejects.toThrow(/document-title[\s\S]*image-alt/)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a clean page passes', async ({ page }) => {
    await page.goto(`${origin}/clean`)
  })

  test('fails on an inline style', async ({ page, complaints }) => {
    await page.goto(`${origin}/inline-style`)
    await expectFailure(complaints, /style-src/)
  })

  test('fails on an unexpected status', async ({ page, complaints }) => {
    await page.goto(`${origin}/422`)
    await expectFailure(complaints, /status of 422/)
  })
})

test.describe('an expected status', () => {
  test.use({ expectedStatuses: [404, 422] })

  test('of a document passes', async ({ page }) => {
    expect((await page.goto(`${origin}/422`))?.status()).toBe(422)
  })

  test('of a request by script passes', async ({ page }) => {
    await page.goto(`${origin}/fetch-422`)
    await expect(page).toHaveTitle('422')
  })

  test('lets no other status through', async ({ page, complaints }) => {
    await page.goto(`${origin}/500`)
    await expectFailure(complaints, /status of 500/)
  })

  test('does not excuse a missing script', async ({ page, complaints }) => {
    await page.goto(`${origin}/missing-script`)
    await expectFailure(complaints, /status of 404 .*nowhere\.js/)
  })
})
