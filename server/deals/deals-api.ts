import { mostFound, usualLimit } from '#engine/site'
import { type ApiFragment, json, problems } from '#server/http'
import { longestTerm, mostDeals } from './deals-query.ts'

const deal = {
  ...{ id: 'kettle', shop: 'Casa Lumbre', category: 'home', title: 'Electric kettle with a gooseneck spout' },
  ...{ image: '/media/kettle-2f9a0c7d1e3b.svg', price: 44.5, currency: 'GBP' },
  oldPrice: { amount: 59.5, basis: 'lowest-30-days', saving: 25 },
  url: 'https://casalumbre.example/gb/kettle',
  ...{ start: '2026-11-05T08:00:00.000Z', end: '2027-05-31T21:00:00.000Z' },
}

const locale = {
  ...{ name: 'locale', in: 'query', schema: { type: 'string', pattern: '^[a-z]{2}$', default: 'en' } },
  description: 'A language of the site: its words, and the prices of its market. The first one when left out.',
}
const wholeNumber = (name: string, usual: number, most?: number) => ({
  ...{ name, in: 'query' },
  schema: { type: 'integer', minimum: 1, ...(most !== undefined && { maximum: most }), default: usual },
})
const refusals = {
  400: problems('A parameter cannot be read; the detail says which and what it must be.'),
  429: problems('Too many requests from this address; see Retry-After.'),
}
const unchanged = { description: 'Nothing has changed since the ETag that If-None-Match names.' }

export const dealsApi: ApiFragment = {
  '/shopping-deals': {
    get: {
      tags: ['Deals'],
      summary: 'The deals that hold now, what ends first first',
      parameters: [
        wholeNumber('limit', usualLimit, mostDeals),
        wholeNumber('page', 1),
        locale,
        { name: 'category', in: 'query', schema: { enum: ['fashion', 'tech', 'home', 'games'] } },
        {
          ...{ name: 'shop', in: 'query', schema: { type: 'string', maxLength: longestTerm } },
          description: 'The name of a shop, in whatever case, with or without its accents.',
        },
      ],
      responses: {
        200: json('A page; beyond the last one it is empty.', 'deals', { deals: [deal], totalPages: 1 }),
        304: unchanged,
        ...refusals,
      },
    },
  },
  '/shopping-deals-by-title': {
    get: {
      tags: ['Deals'],
      summary: 'Search the deals that hold now',
      description: `Finds every word of the term in titles and names of shops, whatever its case and accents: whole words first, then beginnings, then parts. ${mostFound} deals at most.`,
      parameters: [
        { name: 'term', in: 'query', required: true, schema: { type: 'string', minLength: 1, maxLength: longestTerm } },
        locale,
      ],
      responses: { 200: json('What was found.', 'found-deals', { deals: [deal] }), 304: unchanged, ...refusals },
    },
  },
}
