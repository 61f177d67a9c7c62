import { form, type Mistake, variant } from '../mistake.ts'

const bill = '"minimum": 100, "maximum": 9000'
const uses = '"multiple": true,\n          "exclusive": "none",'
const moved = '"latest": "today"'
const note = '"kind": "long-text", "title": "Anything else?"'
const rules = (rule: string) => `"localeRules": { "de": ${rule} },\n  "consents": {`

export const ofBounds: readonly Mistake[] = [
  [
    'a minimum above the maximum',
    form,
    bill,
    '"minimum": 9000, "maximum": ¦100',
    '"maximum" (100) is less than "minimum" (9000), so no answer is taken. Raise one or lower the other.',
  ],
  [
    'a maximum below what the kind begins with',
    form,
    note,
    '"kind": "integer", "title": "People", "maximum": ¦-1',
    '"maximum" (-1) is less than the minimum that the kind "integer" brings (0), so no answer is taken. Raise it, or say "minimum".',
  ],
  [
    'a whole number between two',
    form,
    bill,
    '"minimum": 1.2, "maximum": ¦1.8',
    'There is no whole number from "minimum" (1.2) to "maximum" (1.8), so no answer is taken. Widen them.',
  ],
  [
    'a shortest text above the longest',
    form,
    note,
    '"kind": "text", "title": "x", "minLength": 9, "maxLength": ¦3',
    '"maxLength" (3) is less than "minLength" (9), so no answer is taken. Raise one or lower the other.',
  ],
  [
    'a shortest text above what the kind allows',
    form,
    note,
    '"kind": "text", "title": "x", "minLength": ¦300',
    '"minLength" (300) is more than the maxLength that the kind "text" brings (200), so no answer is taken. Lower it, or say "maxLength".',
  ],
  [
    'more options to choose than there are',
    form,
    uses,
    `${uses} "minItems": ¦9,`,
    '"minItems" (9) is more than the 2 options that can be chosen together, so no answer is taken. Lower it.',
  ],
  [
    'fewest options above the most',
    form,
    uses,
    '"multiple": true, "minItems": 2, "maxItems": ¦1,',
    '"maxItems" (1) is less than "minItems" (2), so no answer is taken. Raise one or lower the other.',
  ],
  [
    'an exclusive option that cannot be chosen alone',
    form,
    uses,
    `${uses} "minItems": ¦2,`,
    'With "minItems" 2 the option "none", which excludes all others, can never be chosen. Lower it to 1, or remove "exclusive".',
  ],
  [
    'an earliest day after the latest',
    form,
    moved,
    '"earliest": "2027-01-01", "latest": ¦"2026-01-01"',
    '"latest" (2026-01-01) is before "earliest" (2027-01-01), so no answer is taken. Move one of the two.',
  ],
  [
    'bounds from today that cross',
    form,
    moved,
    '"earliest": "+2m", "latest": ¦"+30d"',
    '"latest" (+30d) is before "earliest" (+2m), so no answer is taken. Move one of the two.',
  ],
  [
    'a day that does not exist',
    form,
    moved,
    '"latest": ¦"2026-02-30"',
    'There is no day 2026-02-30. Write one that the calendar has.',
  ],
  [
    'bounds that cross in one language',
    form,
    '"consents": {',
    rules('{ "steps": { "home": { "fields": { "bill": { "maximum": ¦50 } } } } }'),
    '"maximum" (50) is less than "minimum" (100), so no answer is taken. Raise one or lower the other.',
  ],
  [
    'bounds that cross in a variant',
    variant,
    '"supplier": null',
    '"supplier": null, ¦"bill": { "minimum": 9999 }',
    '"maximum" (9000) is less than "minimum" (9999), so no answer is taken. Raise one or lower the other.',
  ],
]
