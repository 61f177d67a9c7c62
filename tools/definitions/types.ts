import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from 'commander'
import { kindSchema } from './kind-schema.ts'
import { kindFiles, kindTable } from './kind-table.ts'
import { schemaTypes } from './schema-types.ts'
import { blockSchema, kindsWithSchema, unionSchema } from './union-schema.ts'
import { variantSchema } from './variant-schema.ts'

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

/** The field kinds that exist: a kind is a file, in whatever room, and nobody keeps a list by hand. */
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
    { file: fieldKindSchema, text: kindSchema(kinds.map(({ id }) => id)) },
  ]
}

/** The section kinds that exist: a schema, and a file that says what it refers to and what is drawn of it. */
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
    description: 'A section; its kind decides what else it has.',
    of: 'What the section shows.',
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
    kinds: kinds.map((id) => ({ id, file: `${id}/${id}.ts` })),
    before: ["import type { DeliveryKinds } from './channel.ts'"],
    says: 'Every way to deliver, by the `kind` of a delivery.',
    name: 'deliveryKinds: DeliveryKinds',
  })
  const union = {
    id: 'delivery',
    folder: 'deliveries',
    title: 'DeliveryDefinition',
    description: 'A way in which leads reach a partner; its kind decides what else it has.',
    of: 'How they reach it.',
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
    description: 'A part of a mail; its kind decides what else it has.',
    of: 'What it is.',
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
    .option('--check', 'writes nothing; exits with 1 when a file is out of date', false)
    .action(async ({ check }: { check: boolean }) => {
      const stale = await writeStale(check)
      for (const path of stale)
        console.log(`${relative('.', path)} ${check ? 'is out of date. Run `npx leadwright types`.' : 'written'}`)
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
