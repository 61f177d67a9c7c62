/** What authors who know other tools call a key of ours. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  title: ['label', 'question', 'name', 'caption', 'heading', 'legend'],
  hint: ['help', 'helptext', 'placeholder', 'description', 'tooltip'],
  options: ['choices', 'values', 'enum', 'items', 'answers', 'oneof', 'anyof'],
  many: ['multiple', 'multi', 'multiselect'],
  when: [
    'if',
    'showif',
    'showwhen',
    'visibleif',
    'visiblewhen',
    'onlyif',
    'condition',
    'conditions',
    'dependson',
    'dependencies',
  ],
  kind: ['widget', 'component', 'inputtype', 'fieldtype'],
  minimum: ['min', 'minvalue'],
  maximum: ['max', 'maxvalue'],
  earliest: ['mindate', 'notbefore'],
  latest: ['maxdate', 'notafter'],
  pattern: ['regex', 'regexp', 'mask'],
  errors: ['messages', 'error', 'message', 'errormessages'],
  locales: ['languages', 'language', 'langs', 'lang', 'locale'],
  path: ['url', 'slug', 'address', 'href', 'route'],
  formerPaths: ['redirects', 'redirectfrom', 'aliases', 'oldpaths'],
  sections: ['blocks', 'content', 'components'],
  fields: ['questions', 'inputs', 'properties'],
  steps: ['screens', 'wizard'],
  variantOf: ['extends', 'base', 'parent'],
  use: ['group', '$ref', 'ref'],
  draft: ['hidden', 'unpublished', 'disabled'],
  send: ['submit', 'button', 'submitlabel', 'submittext'],
  thanks: ['success', 'confirmation', 'thankyou'],
  text: ['body', 'content', 'sentence'],
  map: ['mapping', 'fieldmap'],
  deliveries: ['delivery', 'channels', 'webhooks'],
  url: ['uri', 'endpoint', 'address', 'href'],
  secretVariable: ['secret', 'secretenv', 'token'],
  timeZone: ['tz', 'zone'],
  // Values of "type".
  string: ['text'],
  integer: ['int'],
  number: ['float', 'decimal', 'double'],
  boolean: ['bool'],
}

/** The known word that another tool calls `word`. */
export function ourName(word: string, known: readonly string[]): string | undefined {
  return known.find((each) => otherNames[each]?.includes(word.toLowerCase()))
}
