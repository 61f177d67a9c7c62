import { expect, test } from 'vitest'
import { withLinksElsewhere } from './links-elsewhere.ts'
import { surroundings } from './tell-surroundings.ts'

const allowed = ['https://shop.example', 'https://other.example']
const origin = 'https://ours.example'

test('messages are addressed to the page around, if it is an allowed one', () => {
  const around = (...ancestorOrigins: string[]) => surroundings(allowed, { origin, ancestorOrigins }, '')
  expect(around('https://shop.example', 'https://top.example')).toEqual(['https://shop.example'])
  expect(around('https://evil.example', 'https://shop.example')).toEqual([])
  // Where browsers tell none of it, the first document of the frame knows who asked for it.
  expect(surroundings(allowed, { origin }, 'https://other.example/')).toEqual(['https://other.example'])
  expect(surroundings(allowed, { origin }, 'https://evil.example/')).toEqual([])
  // Later ones, and those that nobody refers to, are told to whoever is allowed.
  expect(surroundings(allowed, { origin }, `${origin}/embed/energy`)).toEqual(allowed)
  expect(surroundings(allowed, { origin }, '')).toEqual(allowed)
  // What stands in place of a form that is not there may be shown anywhere.
  expect(surroundings(['*'], { origin, ancestorOrigins: ['https://evil.example'] }, '')).toEqual(['*'])
})

test('links to other pages open a window of their own; those within the frame do not', () => {
  const html = '<a href="/privacy">p</a><a href="#email">e</a><a href="/embed/energy?theme=dark">again</a>'
  expect(withLinksElsewhere(html, '/embed/energy')).toBe(
    '<a href="/privacy" target="_blank" rel="noopener">p</a><a href="#email">e</a><a href="/embed/energy?theme=dark">again</a>',
  )
})
