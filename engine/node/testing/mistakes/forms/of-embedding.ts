import { form, type Mistake, variant } from '../mistake.ts'

const origins = (list: string) => `"embed": { "origins": [${list}] }, "steps": {`

export const ofEmbedding: readonly Mistake[] = [
  [
    'an embedding site with a path',
    form,
    '"steps": {',
    origins('"https://shop.example", ¦"https://Shop.example/energy"'),
    'An origin has no path and is written as browsers do. Write "https://shop.example".',
  ],
  [
    'an embedding site without TLS',
    form,
    '"steps": {',
    origins('"http://localhost:3000", ¦"http://shop.example"'),
    '"http://shop.example" has no TLS, so anybody on the way could change the page around the form. Write it with https; http is for this machine, such as http://localhost:3000.',
  ],
  [
    'many embedding sites at once',
    form,
    '"steps": {',
    origins('¦"https://*.partner.example"'),
    '"https://*.partner.example" matches many sites, and wildcards are not allowed. Write the origin of each site, such as https://shop.example.',
  ],
  [
    'an embedding site that is a host',
    variant,
    '"steps": {',
    origins('¦"shop.example"'),
    '"shop.example" is no origin. Write how the addresses of the site begin, such as https://shop.example.',
  ],
  [
    'embedding in a language’s rules',
    form,
    '"consents": {',
    '"localeRules": { "de": { ¦"embed": null } },\n  "consents": {',
    'Unknown key "embed". Remove it.',
  ],
]
