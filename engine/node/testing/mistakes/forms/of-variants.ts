import { form, type Mistake, variant } from '../mistake.ts'

const rules = (rule: string) => `"localeRules": { "de": ${rule} },\n  "consents": {`

export const ofVariants: readonly Mistake[] = [
  [
    'a misspelt field in a variant',
    variant,
    '"supplier": null',
    '"supplier": null, ¦"bil": { "title": "Bill" }',
    'There is no field "bil" to change. Did you mean "bill"? A new one needs a "kind", "options" or a "type".',
  ],
  [
    'a misspelt removal in a variant',
    variant,
    '"supplier": null',
    '¦"suplier": null',
    'There is no field "suplier" to take out. Did you mean "supplier"?',
  ],
  [
    'a misspelt step to remove in a variant',
    variant,
    '"steps": {',
    '"steps": { ¦"profil": null,',
    'There is no step "profil" to take out. Did you mean "profile"?',
  ],
  [
    'a misspelt removal in a language’s rules',
    form,
    '"consents": {',
    rules('{ "steps": { "home": { "fields": { ¦"bil": null } } } }'),
    'There is no field "bil" to take out. Did you mean "bill"?',
  ],
  [
    'a misspelt removal from a group',
    variant,
    '"phone": null',
    '¦"fone": null',
    'There is no field "fone" to take out. Known: firstName, phone, email.',
  ],
  [
    'a misspelt field of a group that is patched',
    form,
    '"use": "contact"',
    '"use": "contact", "fields": { ¦"emial": { "hint": "Yours" } }',
    'There is no field "emial" to change. Did you mean "email"? A new one needs a "kind", "options" or a "type".',
  ],
  [
    'rules for a language that is not offered',
    form,
    '"consents": {',
    '"localeRules": { ¦"es": {} },\n  "consents": {',
    'The form is not offered in "es". Known: en (English), de (German).',
  ],
  [
    'a rule for an unknown step',
    form,
    '"consents": {',
    rules('{ "steps": { ¦"profil": {} } }'),
    'There is no step "profil" to change. Did you mean "profile"? A new one needs "fields", or "use" of a group.',
  ],
  [
    'a variant of nothing',
    variant,
    '"variantOf": "solar"',
    '"variantOf": ¦"solr"',
    'There is no form "solr". Did you mean "solar"?',
  ],
  [
    'a variant of a variant',
    'definitions/forms/solar_3.json',
    '',
    '{ "variantOf": ¦"solar_2" }',
    '"solar_2" is a variant itself. Name the form that it is a variant of.',
  ],
  [
    'an unknown key in a variant',
    variant,
    '"title": "Solar in a minute"',
    '¦"titel": "Solar in a minute"',
    'Unknown key "titel". Did you mean "title"?',
  ],
]
