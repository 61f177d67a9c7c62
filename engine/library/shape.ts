import type { ErrorObject } from 'ajv'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isTree, type Tree } from '#engine/form/model'
import type { DefinitionProblem, ProblemIn } from './definition-problem.ts'
import { didYouMean, nearest } from './did-you-mean.ts'

/** What authors wish for and the language cannot say: their words for it, and the nearest that it can. */
const wishes: readonly { keys: readonly string[]; nearest: string }[] = [
  {
    keys: [
      'publishat',
      'publishdate',
      'publishon',
      'golive',
      'goliveat',
      'livefrom',
      'releaseat',
      'validfrom',
      'unpublishat',
      'validuntil',
    ],
    nearest: '"draft": true, until a person or a timed job takes it out. Deals have "start" and "end"',
  },
  {
    keys: ['approval', 'approvals', 'approvedby', 'reviewer', 'reviewers'],
    nearest: '"draft": true with `npx leadwright preview`, and a review of the change in git',
  },
  {
    keys: ['ping', 'pingpost', 'pingurl', 'auction', 'bid', 'bids'],
    nearest: 'the order of "priority" and the "price" of each partner; answers that "refused" lists pass a lead on',
  },
  {
    keys: ['split', 'abtest', 'ab', 'experiment', 'experiments', 'traffic'],
    nearest: 'a page with "variantOf" at an address of its own, and a link to each in the campaign',
  },
  { keys: ['monthlycap', 'weeklycap', 'totalcap', 'hourlycap', 'budget', 'monthlylimit'], nearest: '"dailyCap"' },
  {
    keys: ['csv', 'digest', 'batch', 'bundle', 'sendat'],
    nearest:
      'a delivery of the kind "pull", or `npx leadwright leads export` in a timed job; each other delivery tells one lead',
  },
  { keys: ['sorted', 'sort', 'shuffle', 'randomize'], nearest: '"order" of the field' },
  {
    keys: ['conditionaloptions', 'filteroptions', 'offered', 'optionsfor'],
    nearest: '"optionsWhen", or "optionsBy" with a list whose options are in groups',
  },
  {
    keys: ['upload', 'file', 'files', 'attachment', 'attachments', 'accept'],
    nearest: 'a "long-text" question, or a mail that visitors answer with what they attach',
  },
  {
    keys: ['formula', 'expression', 'calculate', 'calculation', 'computedvalue'],
    nearest: '"computed" of the form, which conditions, screen-outs, partners and its "estimate" read',
  },
  {
    keys: ['photo', 'photos', 'img', 'video'],
    nearest: '"drawing" of a section, or "logo" of a brand: shapes in its colours',
  },
  {
    keys: ['css', 'style', 'styles', 'classname', 'html'],
    nearest: '"colours" of the brand, "palette" and "scheme" of a page',
  },
  {
    keys: ['default', 'defaultvalue', 'initialvalue', 'preselected'],
    nearest: '"prefill" from the address, or "preset" of the page that shows the form',
  },
]

/** The same for kinds of fields. */
const kindWishes: Readonly<Record<string, string>> = {
  slider: 'the kind "integer" or "amount" with "control": "slider"',
  range: 'the kind "integer" or "amount" with "control": "slider"',
  file: 'a "long-text" question, or a mail that visitors answer with what they attach',
  upload: 'a "long-text" question, or a mail that visitors answer with what they attach',
  signature: 'a consent, which is kept as evidence',
  checkbox: 'the kind "yes-no", a consent, or "options" with "multiple": true',
  radio: '"options" without a kind',
  select: '"options" without a kind; more than twelve become a list to search',
  dropdown: '"options" without a kind; more than twelve become a list to search',
  time: '"options" with the hours to choose from',
  datetime: 'the kind "date", and "options" with the hours to choose from',
  password: 'nothing: forms ask for no secrets',
}

/** How to write definitions of an earlier version as this one reads them. */
const toMigrate = 'Run `npx leadwright migrate --write`.'

/** What an option that is an object is told. */
const ofConditionalOption =
  'An option is a text. To offer it for some answers only, add to the field: "optionsWhen", with a condition for each.'

/** What authors who know other tools call a key of ours. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  title: ['label', 'question', 'name', 'caption', 'heading', 'legend'],
  hint: ['help', 'helptext', 'placeholder', 'description', 'tooltip'],
  options: ['choices', 'values', 'enum', 'items', 'answers', 'oneof', 'anyof'],
  multiple: ['many', 'multi', 'multiselect'],
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
  submitLabel: ['submit', 'button', 'submittext'],
  thankYou: ['thanks', 'success', 'confirmation'],
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

/** Keys that hold entries under ids. Entries that stand beside the key rather than in it make one mistake. */
const containers = ['fields', 'steps', 'sections']

/** What is said of a key by its own rule rather than by its letters. */
const ownAdvice: Readonly<Record<string, { about: string; sentence: string }>> = {
  required: { about: 'optional', sentence: 'What is asked is required, unless "optional" is true.' },
}

/** Whose kinds have schemas of their own, by the folder of those. */
const nouns: Readonly<Record<string, string>> = { deliveries: 'delivery', mails: 'block' }

/** Slips in values that a pattern refuses, and how each is set right. */
const slips: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.replace(/\/+$/, ''),
  (text) => (text.startsWith('/') ? text : `/${text}`),
  (text) => text.replace(/^(\d):/, '0$1:'),
  (text) => text.replace('.', ':'),
  (text) => `https://${text}`,
]

const languageCode = '^[a-z]{2}$'

const noLanguage = 'is no language. Write its code of two letters, such as en.'

const names: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
}

/** The JSON Schemas of the language, by their $id. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Finds what in a file does not have the shape its schema asks for. */
export type ShapeCheck = (schema: string, file: string, value: unknown) => DefinitionProblem[]

/** Finds the compiled schema of an $id. */
export type Validators = (schema: string) => ValidateFunction

/** @param validators where the compiled schemas come from; they are compiled when left out */
export function shapeCheck(schemas: Schemas, validators: Validators = compiled(schemas)): ShapeCheck {
  const known = checks.get(schemas)
  if (known) return known
  // A value that was right once stays right: definitions are never changed, only read anew.
  const right = new WeakSet<object>()
  const check: ShapeCheck = (schema, file, value) => {
    if (isTree(value) && right.has(value)) return []
    const validate = validators(schema)
    if (validate(value) && isTree(value)) right.add(value)
    return shapeProblems(file, validate.errors ?? [])
  }
  checks.set(schemas, check)
  return check
}

/** Compiling the schemas takes longer than checking with them, and a server checks at every change. */
const checks = new WeakMap<Schemas, ShapeCheck>()

function compiled(schemas: Schemas): Validators {
  let ajv: Ajv | undefined
  return (schema) => {
    ajv ??= schemaCompiler(schemas)
    return ajv.getSchema(schema) as ValidateFunction
  }
}

/**
 * @param source whether it can also say the code of what it compiled
 * @param isBrief whether it stops at the first mistake and keeps nothing of the value: for what strangers send
 */
export function schemaCompiler(schemas: Schemas, { source = false, isBrief = false } = {}): Ajv {
  const ajv = new Ajv({
    allErrors: !isBrief,
    verbose: !isBrief,
    // They run a few dozen times, in which shorter code does not earn what it costs to make.
    code: { optimize: false, source },
    strict: true,
    strictTypes: false,
    strictRequired: false,
    schemas: Object.values(schemas) as object[],
  })
  ajv.addVocabulary(['words', 'links', 'tsType', 'unquoted', 'noun', 'refused', 'formerKeys', 'formerValues'])
  addFormats.default(ajv)
  return ajv
}

/** What a schema finds, one sentence for each mistake. */
function shapeProblems(file: string, errors: readonly ErrorObject[]): DefinitionProblem[] {
  const byObject = Map.groupBy(errors, ({ instancePath }) => instancePath)
  const problems = [...byObject.values()].flatMap((ofObject) => {
    const path = pathOf(ofObject[0] as ErrorObject)
    const { problems: ofKeys, explained } = unknownKeys(path, ofObject)
    const missing = ofObject.flatMap(({ keyword, params }) =>
      keyword === 'required' && !explained.has(params.missingProperty) ? [String(params.missingProperty)] : [],
    )
    return [...ofKeys, ...missingKeys(path, missing), ...ofObject.flatMap(valueProblem)]
  })
  return onePerPlace(problems.map((problem) => ({ file, ...problem })))
}

/** A wrong value often breaks several keywords; the first says enough. */
function onePerPlace(problems: DefinitionProblem[]): DefinitionProblem[] {
  const places = new Set<string>()
  return problems.filter(({ path, on }) => {
    const place = `${on} ${path.join('/')}`
    if (places.has(place)) return false
    places.add(place)
    return true
  })
}

function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function missingKeys(path: string[], keys: readonly string[]): ProblemIn[] {
  if (keys.length === 0) return []
  const all = new Intl.ListFormat('en-GB').format([...new Set(keys)].map((key) => `"${key}"`))
  const message = keys.length === 1 ? `${all} is missing. Add it here.` : `${all} are missing. Add them here.`
  return [{ path, on: 'key', message }]
}

function valueProblem(error: ErrorObject): ProblemIn[] {
  const { keyword, params, data, schema } = error
  // The name of a property that does not fit is reported by propertyNames, with its place.
  if (error.propertyName !== undefined) return []
  const path = pathOf(error)
  const at = (message: string, more: Partial<ProblemIn> = {}) => [{ path, on: 'value' as const, message, ...more }]
  const value = JSON.stringify(data)
  const about = path.length > 0 && error.parentSchema?.description ? ` ${error.parentSchema.description}` : ''
  switch (keyword) {
    // Told together, with what is said of the keys beside them.
    case 'additionalProperties':
    case 'required':
    case 'if':
      return []
    case 'type':
      if (todaysValue(error) !== undefined) return at(String(todaysValue(error)))
      if (path.at(-2) === 'options' && params.type === 'string' && isTree(data)) return at(ofConditionalOption)
      return at(`This must be ${typeNames(params.type)}, not ${nameOf(data, params.type)}.${about}`)
    case 'enum': {
      const today = todaysValue(error)
      if (today !== undefined) return at(today)
      const refused = (error.parentSchema?.refused as Record<string, string> | undefined)?.[String(data)]
      if (refused !== undefined) return at(refused)
      const possible = (params.allowedValues as unknown[]).flatMap((each) => (each === null ? [] : [String(each)]))
      const ours = ourName(String(data), possible)
      const noun = error.parentSchema?.noun
      const hint =
        ours === undefined ? wishOrNear(String(data), possible, noun === 'kind') : ` Here it is called "${ours}".`
      return at(`${noun === undefined ? `${value} is not possible here` : `There is no ${noun} ${value}`}.${hint}`)
    }
    case 'pattern': {
      // A secret may stand where only its name belongs, or an address without it, and problems are logged.
      const unquoted = error.parentSchema?.unquoted
      if (unquoted) return at(`This value is not a valid ${unquoted}, and is not repeated.${about}`)
      if (schema === languageCode) return at(`${value} ${noLanguage}`)
      const right = corrected(String(data), String(schema))
      const advice = right === null ? about : ` Write "${right}".`
      return at(`${value} does not have the form this needs.${advice}`)
    }
    case 'format':
      return at(schema === 'regex' ? notRegular(String(data)) : `${value} does not have the form this needs.${about}`)
    case 'propertyNames': {
      const key = String(params.propertyName)
      return at(idSentence(key, error), { path: [...path, key], on: 'key' })
    }
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return at('This is empty. Write something here or leave the key out.')
    case 'minimum':
      return at(`${value} is too small: ${params.limit} is the least.`)
    case 'exclusiveMinimum':
      return at(`${value} is too small: it must be more than ${params.limit}.`)
    case 'maximum':
      return at(`${value} is too large: ${params.limit} is the most.`)
    case 'uniqueItems': {
      const again = String(Math.max(params.i, params.j))
      const item = JSON.stringify((data as unknown[])[Number(again)])
      return at(`${item} appears twice in this list. Remove one.`, { path: [...path, again] })
    }
    default:
      return at(`${value} ${error.message}.${about}`)
  }
}

/** What is said of a word that has another one since; undefined of any other. */
function todaysValue({ data, parentSchema }: ErrorObject): string | undefined {
  const former = parentSchema?.formerValues as Record<string, unknown> | undefined
  if (typeof data !== 'string' || !former || !Object.hasOwn(former, data)) return undefined
  return `${JSON.stringify(data)} is written ${JSON.stringify(former[data])} now. ${toMigrate}`
}

/** Kinds are few enough to be listed in full. */
function wishOrNear(word: string, possible: readonly string[], isKind: boolean): string {
  if (!isKind) return didYouMean(word, possible)
  const wish = nearestToKind(word)
  return wish === '' ? didYouMean(word, possible, possible.length) : `${wish} Known: ${possible.join(', ')}.`
}

function notRegular(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    const reason = (error as Error).message.split(': ').at(-1)
    return `This is no regular expression (${reason}). Correct it, or let the field go without.`
  }
  return 'This is no regular expression. Correct it, or let the field go without.'
}

/** Keys are ids or the codes of languages, as the schema of their names says. */
function idSentence(key: string, { parentSchema }: ErrorObject): string {
  const names = parentSchema?.propertyNames as { pattern?: string } | undefined
  return names?.pattern === languageCode
    ? `"${key}" ${noLanguage}`
    : `"${key}" cannot be an id. Begin with a small letter and go on with letters, digits, - and _.`
}

/** null is not offered: it removes, which is seldom meant where a value of the wrong type stands. */
function typeNames(types: string | string[]): string {
  return [types]
    .flat()
    .filter((type) => type !== 'null')
    .map((type) => names[type] ?? type)
    .join(' or ')
}

function nameOf(data: unknown, expected: string | string[]): string {
  if (data === null) return 'null'
  if (typeof data === 'number' && [expected].flat().includes('integer')) return String(data)
  return names[Array.isArray(data) ? 'array' : typeof data] ?? typeof data
}

/** The value as its pattern wants it, if one slip or two lie between; null when it is another mistake. */
function corrected(text: string, pattern: string): string | null {
  const right = new RegExp(pattern, 'u')
  const once = slips.map((slip) => slip(text))
  const twice = once.flatMap((each) => slips.map((slip) => slip(each)))
  return [...once, ...twice].find((each) => each !== text && right.test(each)) ?? null
}

/**
 * What is said of the keys that one object has too many.
 * @returns also the missing keys that are explained by it: who writes "titel" has not forgotten "title"
 */
function unknownKeys(
  path: readonly string[],
  errors: readonly ErrorObject[],
): { problems: ProblemIn[]; explained: Set<string> } {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  const explained = new Set<string>()
  const [first] = unknown
  if (!first || !isTree(first.data)) return { problems: [], explained }
  const { data } = first
  const properties = (first.parentSchema?.properties ?? {}) as Tree
  const keys = unknown.map(({ params }) => String(params.additionalProperty))
  const strays = keys.filter((key) => isTree(data[key]) && adviceOn(key, data, properties).meant === undefined)
  const container = containers.find((key) => Object.hasOwn(properties, key) && !Object.hasOwn(data, key))
  const stray = container !== undefined && strays[0]
  const problems: ProblemIn[] = []
  if (stray) {
    const message = `${quoted(strays)} belong${strays.length === 1 ? 's' : ''} in "${container}": write "${container}": { … } around ${strays.length === 1 ? 'it' : 'them'}.`
    problems.push({ path: [...path, stray], on: 'key', message })
    explained.add(container)
  }
  for (const key of keys.filter((each) => !stray || !strays.includes(each))) {
    const { sentence, meant } = adviceOn(key, data, properties)
    if (meant !== undefined) explained.add(meant)
    problems.push({ path: [...path, key], on: 'key', message: `Unknown key "${key}".${sentence}` })
  }
  return { problems, explained }

  function adviceOn(key: string, object: Tree, known: Tree): { sentence: string; meant?: string } {
    const today = (first?.parentSchema?.formerKeys as Record<string, string> | undefined)?.[key]
    if (today !== undefined)
      return Object.hasOwn(object, today)
        ? { sentence: ` It is called "${today}" now, which is here too. Remove one.` }
        : { sentence: ` It is called "${today}" now. ${toMigrate}`, meant: today }
    const free = Object.keys(known).filter((name) => name !== '$schema' && !Object.hasOwn(object, name))
    const own = ownAdvice[key]
    if (own && Object.hasOwn(known, own.about)) return { sentence: ` ${own.sentence}` }
    const ours = ourName(key, free)
    if (ours !== undefined) return { sentence: ` Here it is called "${ours}".`, meant: ours }
    const wish = nearestToKey(key)
    if (wish !== '') return { sentence: wish }
    // What is near by its letters must also be able to hold the value.
    const fitting = free.filter((name) => fits(known[name], object[key]))
    const [meant] = nearest(key, fitting)
    if (meant !== undefined) return { sentence: didYouMean(key, fitting), meant }
    const ofKind = nearest(key, free).length === 0 ? keysOfKind(first?.parentSchema) : null
    return { sentence: ofKind ?? (didYouMean(key, free) || ' Remove it.') }
  }
}

/** Whether a value can stand under a property, as far as its schema says so on the spot. */
function fits(schema: unknown, value: unknown): boolean {
  if (!isTree(schema)) return true
  if (Array.isArray(schema.enum)) return schema.enum.some((each) => typeof each === typeof value)
  const types = [schema.type ?? []].flat() as string[]
  if (typeof schema.$ref === 'string') return typeof value !== 'boolean' && typeof value !== 'number'
  return types.length === 0 || types.includes(typeOf(value)) || (types.includes('integer') && typeof value === 'number')
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}

/** What an entry of this kind has, where the schema is that of a kind. */
function keysOfKind(schema: unknown): string | null {
  const { $id, properties } = (schema ?? {}) as { $id?: string; properties?: Tree }
  const [, folder = '', kind] = /^(\w+)\/(.+)\.schema\.json$/.exec($id ?? '') ?? []
  const noun = nouns[folder]
  if (noun === undefined) return null
  const keys = Object.keys(properties ?? {}).filter((key) => key !== 'kind')
  return ` A ${noun} of the kind "${kind}" has ${keys.length === 0 ? 'no others' : quoted(keys)}. Remove it.`
}

function quoted(keys: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(keys.map((key) => `"${key}"`))
}

/** The known word that another tool calls `word`. */
function ourName(word: string, known: readonly string[]): string | undefined {
  return known.find((each) => otherNames[each]?.includes(word.toLowerCase()))
}

/** ` Not possible; nearest: "dailyCap".` '' where nobody is known to mean something by the word. */
function nearestToKey(key: string): string {
  const word = key.toLowerCase()
  return said(wishes.find(({ keys }) => keys.includes(word))?.nearest)
}

/** The same of a kind. */
function nearestToKind(kind: string): string {
  return said(Object.hasOwn(kindWishes, kind.toLowerCase()) ? kindWishes[kind.toLowerCase()] : undefined)
}

function said(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Not possible; nearest: ${nearest}.`
}
