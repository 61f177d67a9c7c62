import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

test('a page whose address may hold a token loads nothing of others', async () => {
  const scripts = `"analytics": { "propertyId": "G-1" }, "scripts": { "tracker": { "purpose": "analytics",
    "category": "analytics", "company": "Counter", "src": "https://t.example/t.js", "hosts": { "script": ["https://t.example"] } } }`
  const told = '{ "title": "Told", "text": "So." }'
  const loaded = await checkTree({
    ...smallTree,
    'definitions/brands/sun.json': `{ "name": "Sun", "sender": "a@sun.example", "origin": "https://sun.example", ${scripts} }`,
    'definitions/pages/confirm.json': `{ "locales": ["en"], "path": "/confirm", "title": "Confirm", "description": "Here.", "sections": {
      "it": { "kind": "confirmation", "title": "Confirm", "text": "Press.", "button": "Confirm", "confirmed": ${told}, "expired": ${told}, "unknown": ${told} } } }`,
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const scriptsOf = (path: string) => {
    const at = site.pages.at('sun', path)
    return at && pageView(site, at, site.brands.byId('sun')).scripts.map(({ id }) => id)
  }
  expect(scriptsOf('/solar')).toEqual(['tracker'])
  expect(scriptsOf('/confirm')).toEqual([])
})
