import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { compileFromFile } from 'json-schema-to-typescript'

/** What a patch may change; the rest of a form is its own. */
const patched = [
  'title',
  'description',
  'market',
  'opens',
  'closes',
  'maxLeads',
  'whenClosed',
  'hidden',
  'computed',
  'steps',
  'consents',
  'submitLabel',
  'screenOuts',
  'thankYou',
  'receipt',
  'offers',
  'subscription',
  'reminder',
  'saveAndResume',
  'keepAnswers',
  'screens',
  'progress',
  'markRequired',
]

/** Definitions whose inside stays as it is: a patch replaces a condition or a list as a whole. */
const whole = [
  'locales',
  'when',
  'allOf',
  'expected',
  'test',
  'beginnings',
  'embed',
  'value',
  'factLimit',
  'numberOfAnswer',
  'dateOfAnswer',
]

/** Definitions of what no patch takes out of where it stands. */
const kept = ['id', 'numberLimit', 'dateLimit', 'testNumber']

const ending = '.schema.json'

const fieldKindSchema = 'field-kind.schema.json'
const schemasFolder = join(import.meta.dirname, '../../schemas')

/** One generated file: its path from schemas/ and the text it should hold. */
interface Generated {
  file: string
  text: string
}

async function typesOf(schema: string): Promise<Generated> {
  return {
    file: join('generated', schema.replace('.schema.json', '.ts')),
    text: await schemaTypes(schemasFolder, schema),
  }
}

/** The field kinds: each constant that the files of their folder export. */
async function fieldKinds(): Promise<Generated[]> {
  const kinds = await kindFiles(join(schemasFolder, '../engine/form/model/kinds'))
  const text = kindTable({
    kinds,
    before: [
      "import type { FieldKind } from '#schemas/generated/field-kind.ts'",
      "import type { Kind } from '../kind.ts'",
    ],
    says: 'Every field kind by its id.',
    name: 'kinds: Readonly<Record<FieldKind, Kind>>',
  })
  return [
    { file: '../engine/form/model/kinds/table.ts', text },
    { file: fieldKindSchema, text: kindSchema(idsOf(kinds)) },
  ]
}

/** The section kinds: each has a schema, and a constant that says what it refers to and what is rendered of it. */
async function sectionKinds(): Promise<Generated[]> {
  const text = kindTable({
    kinds: await kindFiles(join(schemasFolder, '../engine/site/sections')),
    says: 'Every section kind by its id.',
    name: 'sectionKinds',
  })
  const union = {
    id: 'section',
    folder: 'sections',
    title: 'Section',
    description: 'A section; its kind decides its other properties.',
    of: 'The kind of section.',
  }
  return [
    { file: '../engine/site/sections/table.ts', text },
    { file: 'section.schema.json', text: await unionSchema(schemasFolder, union) },
    { file: 'block.schema.json', text: await blockSchema(schemasFolder) },
  ]
}

/** The ways to deliver: a schema, and a folder of the server. */
async function deliveryKinds(): Promise<Generated[]> {
  const kinds = await kindsWithSchema(schemasFolder, 'deliveries')
  const text = kindTable({
    kinds: kinds.map((id) => ({ ids: [id], file: `${id}/${id}.ts` })),
    before: ["import type { DeliveryKinds } from './channel.ts'"],
    says: 'Every way to deliver, by the `kind` of a delivery.',
    name: 'deliveryKinds: DeliveryKinds',
  })
  const union = {
    id: 'delivery',
    folder: 'deliveries',
    title: 'DeliveryDefinition',
    description: 'A way to deliver leads to a partner; its kind decides its other properties.',
    of: 'How leads reach the partner.',
  }
  return [
    { file: '../server/channels/channels.ts', text },
    { file: 'delivery.schema.json', text: await unionSchema(schemasFolder, union) },
  ]
}

/** What may stand in a mail: a schema each. */
async function mailBlocks(): Promise<Generated[]> {
  const union = {
    id: 'mail-block',
    folder: 'mails',
    title: 'MailBlock',
    description: 'A part of a mail; its kind decides its other properties.',
    of: 'The kind of block.',
  }
  return [{ file: 'mail-block.schema.json', text: await unionSchema(schemasFolder, union) }]
}

async function variant(): Promise<Generated> {
  const { enum: kinds, noun, description } = JSON.parse(await readFile(join(schemasFolder, fieldKindSchema), 'utf8'))
  // A patch may take the kind away, so null joins the ids.
  const form = JSON.parse(await readFile(join(schemasFolder, 'form.schema.json'), 'utf8'), (_, value) =>
    value?.$ref === fieldKindSchema ? { enum: kinds, noun, description } : value,
  )
  return { file: 'variant.schema.json', text: `${JSON.stringify(variantSchema(form), null, 2)}\n` }
}

/** In rounds: schemas are made from generated ones, and types from all. */
const rounds: (() => Promise<Generated[]>)[] = [
  async () => [...(await fieldKinds()), ...(await sectionKinds()), ...(await deliveryKinds()), ...(await mailBlocks())],
  async () => [await variant()],
  async () => {
    const names = await readdir(schemasFolder, { recursive: true })
    return Promise.all(
      names
        .filter((name) => name.endsWith('.schema.json'))
        .sort()
        .map(typesOf),
    )
  },
]

export function typesCommand(types: Command): void {
  types
    .option('--check', 'write no files; exit with 1 if a file is outdated', false)
    .action(async ({ check }: { check: boolean }) => {
      const stale = await writeStale(check)
      for (const path of stale)
        console.log(`${relative('.', path)} ${check ? 'is outdated. Run `npx leadwright types`.' : 'written'}`)
      if (check && stale.length > 0) process.exitCode = 1
    })
}

/** Writes the files that are not what they should be, or with `check` only names them. */
async function writeStale(check: boolean): Promise<string[]> {
  const stale: string[] = []
  for (const round of rounds) {
    for (const { file, text } of await round()) {
      const path = join(schemasFolder, file)
      if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
      stale.push(path)
      if (check) continue
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
  }
  return stale
}

/** The schema of the name of a field kind, which an editor completes. */
function kindSchema(ids: readonly string[]): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'field-kind.schema.json',
    $comment: 'Made from the files of engine/form/model/kinds/ by `npx leadwright types`. Do not edit.',
    title: 'FieldKind',
    description:
      'A predefined kind of field, such as email, phone or yes-no, with its value, keyboard, label and messages.',
    noun: 'kind',
    enum: ids,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** The kinds that a file exports, each as a constant under its id in camel case. */
interface KindFile {
  file: string
  ids: readonly string[]
}

/** The kinds of a folder: each constant that a file of it exports is one. */
async function kindFiles(folder: string): Promise<KindFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const named = files
    .filter((file) => file !== 'table.ts')
    .sort()
    .map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const names = Array.from(text.matchAll(/^export const (\w+)/gm), ([, name = '']) => name)
      return { file, ids: names.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).sort() }
    })
  return Promise.all(named)
}

interface Table {
  kinds: readonly KindFile[]
  /** Imports of the table itself. */
  before?: readonly string[]
  says: string
  /** The constant, with its type where it needs one. */
  name: string
}

/** The module that holds all kinds of a folder as one table, in the order of their ids. */
function kindTable({ kinds, before = [], says, name }: Table): string {
  const constant = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [
    '// Generated from the files of this folder by `npx leadwright types`. Do not edit.',
    ...before,
    ...kinds.map(({ file, ids }) => `import { ${ids.map(constant).join(', ')} } from './${file}'`),
    '',
    `/** ${says} */`,
    `export const ${name} = {`,
    ...idsOf(kinds).map((id) => (constant(id) === id ? `  ${id},` : `  '${id}': ${constant(id)},`)),
    '}',
    '',
  ].join('\n')
}

function idsOf(kinds: readonly KindFile[]): string[] {
  return kinds.flatMap(({ ids }) => ids).sort((a, b) => (a < b ? -1 : 1))
}

/** The TypeScript types of one schema, importing those of the schemas it refers to. */
async function schemaTypes(folder: string, schema: string): Promise<string> {
  const text = await compileFromFile(join(folder, schema), {
    cwd: join(folder, dirname(schema)),
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    declareExternallyReferenced: false,
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  const imports = await importsOf(folder, schema)
  return [
    `// Generated from schemas/${schema} by \`npx leadwright types\`. Do not edit.`,
    ...imports,
    '',
    withoutRemarks(text),
  ].join('\n')
}

/** The generator's remarks on which definition a type came from say nothing to a reader. */
function withoutRemarks(text: string): string {
  const remark = / \*\n \* This interface was referenced by [^*]*\* via the `[^`]*` "[^"]*"\.\n/g
  const onlyRemark = /\/\*\*\n \* This interface was referenced by [^*]*\* via the `[^`]*` "[^"]*"\.\n \*\/\n/g
  return text.replace(onlyRemark, '').replace(remark, '').trimStart()
}

async function importsOf(folder: string, schema: string): Promise<string[]> {
  const text = await readFile(join(folder, schema), 'utf8')
  const references = text.matchAll(/"\$ref": "(?<file>[\w./-]+)\.schema\.json(?:#\/definitions\/(?<name>\w+))?"/g)
  const lines = Array.from(references, async ({ groups }) => {
    const { file: reference = '', name } = groups ?? {}
    const file = join(dirname(schema), reference)
    const target = JSON.parse(await readFile(join(folder, `${file}.schema.json`), 'utf8'))
    const type =
      name === undefined ? target.title : (target.definitions[name].title ?? name[0]?.toUpperCase() + name.slice(1))
    const path = relative(dirname(schema), file)
    return `import type { ${type} } from '${path.startsWith('.') ? path : `./${path}`}.ts'`
  })
  return [...new Set(await Promise.all(lines))].sort()
}

/** A choice between the schemas of a folder, by their `kind`. */
interface Union {
  /** The schema's name. */
  id: string
  folder: string
  title: string
  description: string
  /** What the kind says. */
  of: string
}

/** The kinds that have a schema in a folder. */
async function kindsWithSchema(schemas: string, folder: string): Promise<string[]> {
  const files = await readdir(join(schemas, folder))
  return files.flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : [])).sort()
}

/** A section by its kind, as a file of its own. What places it is the page's. */
async function blockSchema(schemas: string): Promise<string> {
  const folder = 'sections'
  const kinds = await kindsWithSchema(schemas, folder)
  const branches = await Promise.all(
    kinds.map(async (kind) => {
      const file = `${folder}/${kind}${ending}`
      const { required, properties } = JSON.parse(await readFile(join(schemas, file), 'utf8'))
      const keys = Object.keys(properties).filter((key) => key !== 'after')
      const own = Object.fromEntries(keys.map((key) => [key, { $ref: `${file}#/properties/${key}` }]))
      return {
        if: { required: ['kind'], properties: { kind: { const: kind } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
        then: { required, additionalProperties: false, properties: { $schema: true, ...own } },
      }
    }),
  )
  const $schema = { type: 'string', description: 'Lets the editor complete and check this file.' }
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `block${ending}`,
    $comment: `Made from schemas/${folder}/ by \`npx leadwright types\`. Do not edit.`,
    title: 'BlockDefinition',
    description: 'A section that several pages use. The file’s name is the block’s id.',
    type: 'object',
    tsType: 'Section',
    required: ['kind'],
    properties: { $schema, kind: { $ref: `section${ending}#/properties/kind` } },
    allOf: branches,
    definitions: { section: { $ref: `section${ending}` } },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

/**
 * The schema of something that has a kind: each kind's own stands in the folder. Chosen by if/then rather than oneOf, so
 * that a mistake is one of the kind that was meant.
 */
async function unionSchema(schemas: string, { id, folder, title, description, of }: Union): Promise<string> {
  const kinds = await kindsWithSchema(schemas, folder)
  const told = await Promise.all(
    kinds.map(
      async (kind): Promise<{ title: string; description: string }> =>
        JSON.parse(await readFile(join(schemas, folder, kind + ending), 'utf8')),
    ),
  )
  const about = kinds.map((kind, index) => `${kind}: ${told[index]?.description}`)
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id + ending,
    $comment: `Made from schemas/${folder}/ by \`npx leadwright types\`. Do not edit.`,
    title,
    description,
    type: 'object',
    tsType: told.map((kind) => kind.title).join(' | '),
    required: ['kind'],
    properties: { kind: { enum: kinds, description: [of, ...about].join(' ') } },
    allOf: kinds.map((kind) => ({
      if: { required: ['kind'], properties: { kind: { const: kind } } },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
      then: { $ref: `${folder}/${kind}${ending}` },
    })),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** A JSON Schema as plain data. */
type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>
  definitions?: Record<string, Schema>
  type?: string | string[]
}

/**
 * The schema of a variant, made from that of a form: every key may be left out, and null removes it (RFC 7396).
 * Its definition `patch` is what a form's localeRules hold per language.
 */
function variantSchema(form: Schema): Schema {
  const { $schema, locales, draft, noindex, embed, localeRules } = form.properties ?? {}
  const changes = Object.fromEntries(patched.map((key) => [key, optional(form.properties?.[key] ?? {})]))
  const definitions = Object.fromEntries(
    Object.entries(form.definitions ?? {}).map(([name, schema]) => [
      name,
      kept.includes(name) ? schema : nullable(whole.includes(name) ? schema : optional(schema)),
    ]),
  )
  const object = { type: 'object', additionalProperties: false, formerKeys: form.formerKeys }
  return {
    $schema: form.$schema,
    $id: 'variant.schema.json',
    $comment: 'Made from form.schema.json by `npx leadwright types`. Do not edit.',
    title: 'VariantDefinition',
    description:
      'A variant of another form: it holds only the differences, and null removes a property. The file’s name is the form’s id.',
    ...object,
    required: ['variantOf'],
    properties: {
      ...given({ $schema }),
      variantOf: { type: 'string', description: 'The id of the form this one is a variant of.' },
      ...given({ locales, draft, noindex, embed }),
      ...changes,
      localeRules: { ...localeRules, additionalProperties: { $ref: '#/definitions/patch' } } as Schema,
    },
    definitions: {
      ...definitions,
      patch: {
        title: 'FormPatch',
        description:
          'The differences: a merge patch (RFC 7396) on the form. null removes a key, new keys are appended.',
        ...object,
        properties: changes,
      },
    },
  }
}

function given(entries: Record<string, Schema | undefined>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Schema] => entry[1] !== undefined),
  )
}

/** The same schema with nothing required, all the way down to references. */
function optional({ required: _, minProperties: __, ...schema }: Schema): Schema {
  const { properties, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, nullable(optional(inner))]),
      ),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: nullable(optional(additionalProperties as Schema)),
    }),
  } as Schema
}

function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  } as Schema
}
