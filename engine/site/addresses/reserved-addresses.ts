/**
 * First parts of addresses that the server answers itself. server/tests/reserved-addresses.test.ts holds them against the
 * routes that a running server has.
 */
export const reservedAddresses = [
  'api',
  'assets',
  'brand',
  'embed',
  'embed.js',
  'feeds',
  'forms',
  'geo',
  'healthz',
  'media',
  'metrics',
  'myipaddress',
  'preview',
  'readyz',
  'robots.txt',
  'schemas',
  'share',
  'shopping-deals',
  'shopping-deals-by-title',
  'sitemap.xml',
  'validators',
] as const
