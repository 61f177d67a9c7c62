import { type Mistake, moon } from './mistake.ts'

const name = '"name": "Moon",'
const accent = '"accent": { "lightness": 0.8, "chroma": 0.145, "hue": 66 }'

const withColours = (colours: string) => `${name} "colours": { ${colours} },`
const withPath = (d: string) => `${name} "logo": { "viewBox": "0 0 30 34", "paths": [{ "d": ${d}, "fill": "ink" }] },`

export const ofBrands: readonly Mistake[] = [
  [
    'a name that would begin another header of its mails',
    moon,
    name,
    '"name": ¦"Moon\\r\\nBcc: eve@example.com",',
    '"Moon\\r\\nBcc: eve@example.com" does not have the form this needs. The name in the header, in page titles and as the sender of mails: one line.',
  ],
  [
    'an ink too light for links',
    moon,
    name,
    withColours(`"ink": { "hue": 251.5, "chroma": 0.118, "exact": ¦"#7fb2ff" }, ${accent}`),
    'In light, the ink of figures and links on what is chosen has a contrast of 1.84, and needs 4.5. Give a darker "exact".',
  ],
  [
    'an accent too dark for its words',
    moon,
    name,
    withColours('"ink": { "hue": 263, "chroma": 0.19 }, "accent": { "lightness": ¦0.6, "chroma": 0.145, "hue": 66 }'),
    'In light, the word on the button has a contrast of 4.47, and needs 4.5. Raise "lightness".',
  ],
  [
    'an accent like an error',
    moon,
    name,
    withColours('"ink": { "hue": 263, "chroma": 0.19 }, "accent": { "lightness": 0.78, "chroma": 0.12, "hue": ¦15 }'),
    'In dark the button looks like an error (hue 8). Choose a "hue" farther from that.',
  ],
  [
    'a mark that is more than a shape',
    moon,
    name,
    withPath(`¦"M0 0h9v9z\\"/><script>"`),
    '"M0 0h9v9z\\"/><script>" does not have the form this needs. The shape, as an SVG path.',
  ],
  [
    'a page to show that is not there',
    moon,
    name,
    `${name} "pages": ["privacy", ¦"privcy"],`,
    'There is no page "privcy". Did you mean "privacy"?',
  ],
  [
    'a folder of pages that is not there',
    moon,
    name,
    `${name} "pages": ["privacy", ¦"sun/"],`,
    'There is no folder "sun" in definitions/pages.',
  ],
  [
    'an order of sections that the page does not have',
    moon,
    name,
    `${name} "order": { "privacy": [¦"soler"] },`,
    'The page "privacy" has no section "soler". Known: text.',
  ],
]
