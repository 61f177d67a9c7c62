import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

const brands = [
  ['127.0.0.1', 'default', '#', 'Leadwright'],
  ['clausewell.example', 'prussian-blue', '#003153', 'Clausewell'],
  ['tallyleaf.example', 'lapis-lazuli', '#26619c', 'Tallyleaf'],
] as const

test('each brand has its own colours, mark and title', async () => {
  const { app } = await appOn(await temporaryStorage())
  for (const [host, id, ink, title] of brands) {
    const page = (await app.inject({ url: '/privacy', headers: { host } })).body
    expect(page).toContain(` – ${title}</title>`)
    const [css = '', svg = ''] = ['css', 'svg'].map(
      (ending) => new RegExp(`href="(/brand/${id}\\.[0-9a-f]{10}\\.${ending})"`).exec(page)?.[1],
    )
    // After the site's own sheet, whose numbers it replaces.
    expect(page.indexOf(css)).toBeGreaterThan(page.indexOf('/assets/style'))
    const sheet = await app.inject(css)
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(sheet.body).toMatch(/^@layer tokens\{:root\{--ink-h:[\d.]+;.*--rule-style:\w+[^}]*\}\}$/)
    expect(sheet.body).toContain(ink === '#' ? '--brand-ink:oklch(0.43 0.19 263)' : `--brand-ink:${ink}`)
    const icon = await app.inject(svg)
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect(icon.body).toMatch(/^<svg [^>]*><path fill="[^"<]+" d="[^"<]+"\/>.*<\/svg>$/)
  }
})

test('a file that has changed since leads to the present one, and what is none is not found', async () => {
  const { app } = await appOn(await temporaryStorage())
  const old = await app.inject('/brand/lapis-lazuli.0123456789.css')
  expect(old.statusCode).toBe(302)
  expect(old.headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect((await app.inject(String(old.headers.location))).statusCode).toBe(200)
  for (const file of [
    'nobody.0123456789.css',
    'lapis-lazuli.css',
    'lapis-lazuli.0123456789.js',
    'lapis-lazuli.0123456789.css.map',
    '__proto__.0123456789.css',
    '%0d%0a',
    '..%2f..%2fdefault.0123456789.css',
    'x'.repeat(3000),
  ])
    expect([file, (await app.inject(`/brand/${file}`)).statusCode]).toEqual([file, 404])
})
