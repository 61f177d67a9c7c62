import { expect, test } from 'vitest'
import type { PageView } from '../page-view.ts'
import { structuredData } from './structured-data.ts'

test('search engines read what a deal costs, where, and until when', () => {
  const card = {
    ...{ id: 'coat', title: 'Wool coat', shop: 'Halden & Moss', image: '/media/coat-1.svg', price: '£129', day: 'x' },
    ...{ end: '2027-02-28T22:00:00.000Z', href: 'https://shop.example/coat?utm_source=leadwright' },
    offer: { amount: 129.5, currency: 'GBP' },
  }
  const view = {
    brand: { id: 'sun', name: 'Sun', title: 'Sun', origin: 'https://sun.example', mark: null, files: null },
    ...{ locale: 'en', noindex: false, head: { trail: [], image: '/share/1.png' } },
    sections: [{ id: 'list', kind: 'deals', cards: [card] }],
  } as unknown as PageView
  const graph = structuredData(view)?.['@graph']
  expect(graph?.[1]).toEqual({
    '@type': 'ItemList',
    itemListElement: [
      {
        '@type': 'ListItem',
        position: 1,
        item: {
          '@type': 'Product',
          name: 'Wool coat',
          image: 'https://sun.example/media/coat-1.svg',
          offers: {
            '@type': 'Offer',
            price: 129.5,
            priceCurrency: 'GBP',
            priceValidUntil: '2027-02-28T22:00:00.000Z',
            validThrough: '2027-02-28T22:00:00.000Z',
            availability: 'https://schema.org/InStock',
            url: 'https://shop.example/coat?utm_source=leadwright',
            seller: { '@type': 'Organization', name: 'Halden & Moss' },
          },
        },
      },
    ],
  })
  expect(structuredData({ ...view, noindex: true })).toBeNull()
  expect(structuredData({ ...view, sections: [] })?.['@graph']).toHaveLength(1)
})
