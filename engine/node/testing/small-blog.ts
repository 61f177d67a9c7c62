import type { Tree } from './small-tree.ts'

const filler = 'Turn the valve by one mark and look again in an hour, since a room answers slowly. '.repeat(38).trim()

function article(slugs: string, more = ''): string {
  return `{
  "category": "energy",
  "date": "24-04-2025",
  "slugs": { ${slugs} },
  "cover": "meter",
  "action": { "page": "privacy" },
  "facts": ["wait"]${more}
}`
}

function text(title: string): string {
  return `---
title: ${title}
description: What a degree costs.
heading: ${title}, by a [degree](article:heat)
cover: A meter
action: Compare
conclusion: |
  Read [more](article:heat), or see us on [Facebook](social:facebook).

  Then wait.
---

It takes {fact:wait}, and **no more**.

## First part

${filler}

![A meter](media:meter)

> **20 °C** is enough for most.

### Within it

1. Look.
2. Turn.

---

| Room | Degrees |
|---|---|
| Bath | 22 |

Ask [us](page:solar).
`
}

/** Two articles in two languages, with all that may stand in one; without a mistake beside the small tree. */
export const smallBlog: Tree = {
  'definitions/media/meter.json': '{ "paths": [{ "as": "line", "d": "M0 0h10" }] }',
  'definitions/blog/heat/article.json': article('"en": "less-heat", "de": "weniger-heizen"'),
  'definitions/blog/heat/en.md': text('Less heat'),
  'definitions/blog/heat/de.md': text('Weniger heizen'),
  'definitions/blog/cold/article.json': article(
    '"en": "less-cold", "de": "weniger-kalt"',
    ', "formerSlugs": { "en": ["cold"] }',
  ),
  'definitions/blog/cold/en.md': text('Less cold'),
  'definitions/blog/cold/de.md': text('Weniger kalt'),
}
