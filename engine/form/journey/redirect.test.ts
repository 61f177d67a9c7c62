import { expect, test } from 'vitest'
import type { ResolvedForm } from '../model/form.ts'
import { resolved } from '../testing/forms.ts'
import { redirectOf, redirectOrigins } from './sent.ts'

const form: ResolvedForm = {
  ...resolved(),
  thankYou: {
    redirect: { to: 'https://shop.example/thanks?from=us', leadId: 'ref' },
    alerts: {
      cat: { when: { species: 'cat' }, title: 'x', text: 'y' },
      dog: { when: { species: 'dog' }, title: 'x', text: 'y', redirect: { to: 'https://dogs.example:8443' } },
    },
  },
}
const hosts = ['shop.example', 'dogs.example:8443']

test('a sent form leads elsewhere as its thanks or the alert that is told say, with the lead’s id where asked for', () => {
  const led = (species: string) => redirectOf(form, { species }, 'a-1', hosts)
  expect(led('none')).toBe('https://shop.example/thanks?from=us&ref=a-1')
  expect(led('cat')).toBeUndefined()
  expect(led('dog')).toBe('https://dogs.example:8443')
  expect(redirectOrigins([form, resolved()])).toEqual(['https://shop.example', 'https://dogs.example:8443'])
})

test('nobody is led to a host that is not allowed any more, nor to one beside it', () => {
  const led = (to: string) => redirectOf({ ...form, thankYou: { redirect: { to } } }, {}, 'a-1', hosts)
  expect(led('https://shop.example')).toBe('https://shop.example')
  for (const to of [
    'https://shop.example.evil.example/',
    'https://shop.example:8443/',
    'https://shop.example@evil.example/',
    'https://evil.example/?shop.example',
    'https://evil.example\\@shop.example/',
    '//shop.example/',
    'javascript:https://shop.example/',
  ])
    expect(led(to), to).toBeUndefined()
  expect(redirectOf(form, {}, 'a-1')).toBeUndefined()
})
