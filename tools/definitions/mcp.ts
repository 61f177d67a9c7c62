import { join } from 'node:path'
import type { Command } from 'commander'
import { openSite, problemLine } from '#engine/node'
import { readConfig } from '#server/config'
import { differences, openStudio, partsOf, type Studio, type StudioForm, versionOf } from '#server/studio'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { fail } from '../terminal/print-lines.ts'

/** As much of the SDK of the Model Context Protocol as is used here: it need not be installed. */
interface Sdk {
  Server: new (
    about: { name: string; version: string },
    options: { capabilities: object; instructions: string },
  ) => {
    setRequestHandler(schema: unknown, handle: (request: { params: Call }) => Promise<object>): void
    getClientVersion(): { name: string } | undefined
    connect(transport: unknown): Promise<void>
    onclose?: () => void
  }
  StdioServerTransport: new () => unknown
  ListToolsRequestSchema: unknown
  CallToolRequestSchema: unknown
}

interface Call {
  name: string
  arguments?: Record<string, unknown>
}

const packageName = '@modelcontextprotocol/sdk'

/** The SDK; null where it is not installed. Nothing names it for bundlers or for types, so that it stays optional. */
async function loadSdk(): Promise<Sdk | null> {
  try {
    const parts = ['server/index.js', 'server/stdio.js', 'types.js'].map((file) => import(`${packageName}/${file}`))
    return Object.assign({}, ...(await Promise.all(parts))) as Sdk
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

export function mcpCommand(mcp: Command): void {
  withFolders(mcp).action(async (folders: FolderOptions) => {
    const sdk = await loadSdk()
    if (!sdk) return fail(`${packageName} is not installed. Install it: npm install ${packageName}`)
    const read = readConfig()
    if (!read.ok) return fail(read.problems.join('\n'))
    const there = { definitions: folders.definitions, locales: folders.locales }
    const begun = await openSite(there, { now: Date.now })
    if (!begun.ok) return fail([...begun.problems.map(problemLine), 'Correct these errors first.'].join('\n'))
    begun.live.follow({}, 50)
    const studio = await openStudio({
      ...{
        folders: there,
        folder: join(read.config.dataDir, 'studio'),
        live: begun.live,
        now: Date.now,
        isGuest: true,
      },
      // Nothing that the audit would have to know is done from here.
      record: () => Promise.reject(new Error('Programs put nothing live')),
      failed: (error) => console.error(String(error)),
    })
    await studio.followAll()
    const server = new sdk.Server({ name: 'leadwright', version: '1' }, { capabilities: { tools: {} }, instructions })
    server.setRequestHandler(sdk.ListToolsRequestSchema, async () => ({
      tools: Object.values(tools).map(({ tool }) => tool),
    }))
    server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
      const who = `program ${(server.getClientVersion()?.name ?? '').replace(/[^\w .-]/g, '').slice(0, 40)}`.trim()
      const said = await answer(studio, who, params).catch((error) => {
        console.error(error)
        return refused('This failed. The standard error output says why. Nothing was put live.')
      })
      return { content: [{ type: 'text', text: said.text }], isError: said.isRefused }
    })
    server.onclose = () => void Promise.all([studio.close(), begun.live.close()])
    await server.connect(new sdk.StdioServerTransport())
  })
}

const instructions =
  'Leadwright forms. Read a form, propose new texts of its files as a draft, then check and prove it until nothing is found. ' +
  'A draft changes nothing that visitors see: a person puts it live in the studio of the console.'

interface Said {
  text: string
  isRefused: boolean
}

const said = (value: unknown): Said => ({
  text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  isRefused: false,
})
const refused = (text: string): Said => ({ text, isRefused: true })

interface Property {
  type: 'string' | 'object'
  description: string
  additionalProperties?: object
}

interface Tool {
  tool: {
    name: string
    description: string
    inputSchema: {
      type: 'object'
      properties: Record<string, Property>
      required: readonly string[]
      additionalProperties: false
    }
    annotations: { readOnlyHint: boolean; destructiveHint: false; openWorldHint: false }
  }
  act(studio: Studio, who: string, given: Record<string, unknown>): Promise<Said>
}

const formProperty = { type: 'string', description: 'the id of a form, as read lists them' } as const

function tool(
  name: string,
  description: string,
  properties: Record<string, Property>,
  required: readonly string[],
  act: Tool['act'],
): [string, Tool] {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false } as const
  const annotations = { readOnlyHint: name !== 'propose', destructiveHint: false, openWorldHint: false } as const
  return [name, { tool: { name, description, inputSchema, annotations }, act }]
}

/** A tool about a form that there is. */
function about(act: (studio: Studio, form: StudioForm, given: Record<string, unknown>) => Promise<Said>): Tool['act'] {
  return async (studio, _, given) => {
    const id = String(given.form)
    await studio.follow(id)
    const form = studio.form(id)
    return form
      ? act(studio, form, given)
      : refused(`There is no form "${short(id)}". Call read without arguments to list them.`)
  }
}

const tools: Readonly<Record<string, Tool>> = Object.fromEntries([
  tool(
    'read',
    'Lists the forms; with a form its parts and its files, each with the version that propose needs; with a file also its text.',
    {
      form: formProperty,
      file: { type: 'string', description: 'the name of a file of the form, such as definitions/forms/quote.json' },
    },
    [],
    async (studio, who, given) => {
      if (given.form === undefined && given.file !== undefined) return refused('Name the form whose file it is, too.')
      if (given.form === undefined)
        return said(
          studio.list().map(({ id, title, locales, draft }) => ({ id, title, locales, hasDraft: draft !== null })),
        )
      return about(async (_, form) => {
        if (given.file === undefined) return said(summaryOf(form))
        const text = form.texts.get(String(given.file))
        if (text === undefined) return refused(wrongFile(form, String(given.file)))
        return said({ file: given.file, version: versionIn(text), text: text ?? '' })
      })(studio, who, given)
    },
  ),
  tool(
    'propose',
    'Writes whole texts of files into the draft of a form, then checks and proves it. Nothing goes live. A form that does not exist begins with its own file.',
    {
      form: formProperty,
      files: { type: 'object', description: 'texts by the names of files', additionalProperties: { type: 'string' } },
      versions: {
        type: 'object',
        description: 'for each of these files the version that read gave; leave out files that do not exist yet',
        additionalProperties: { type: 'string' },
      },
    },
    ['form', 'files'],
    propose,
  ),
  tool(
    'check',
    'Lists the mistakes of a form as its draft has it.',
    { form: formProperty },
    ['form'],
    about(async (studio, { id }) => {
      const verdict = await studio.judge(id)
      if (!verdict) return refused(tooLong)
      const found = verdict.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
      return found.length > 0 ? refused(found.join('\n')) : said('No mistakes.')
    }),
  ),
  tool(
    'prove',
    'Tests every path of a form in every language, as its draft has it.',
    { form: formProperty },
    ['form'],
    about(async (studio, { id }) => verdictOf(studio, id)),
  ),
  tool(
    'diff',
    'Tells what the draft of a form changes: value by value, and what saved answers, leads and partners notice.',
    { form: formProperty },
    ['form'],
    about(async (studio, { id, draft, texts, live }) => {
      if (!draft) return refused(`The form "${id}" has no draft. Call propose first.`)
      const changes = await studio.compare(id)
      const values = [...texts].flatMap(([file, text]) =>
        (differences(live.get(file)?.text ?? null, text) ?? []).map((each) => ({ file, ...each })),
      )
      return said({ noticed: changes ?? 'The draft has mistakes. Call check.', values })
    }),
  ),
  tool(
    'preview',
    'Tells what visitors would read of a form in a language, as its draft has it.',
    { form: formProperty, language: { type: 'string', description: 'a language of the form, such as en' } },
    ['form', 'language'],
    about(async (studio, { id, locales }, { language }) => {
      if (!locales.includes(String(language)))
        return refused(`The form "${id}" has no language "${short(String(language))}". It has ${locales.join(', ')}.`)
      const form = (await studio.site(id))?.forms.version(id, String(language))?.form
      if (!form) return refused('There is no preview while the draft has mistakes. Call check.')
      const { title, steps, consents, submitLabel } = form
      return said({
        title,
        steps: steps.map((step) => ({
          title: step.title,
          questions: step.fields.map(({ id, kind, words }) => ({ id, kind, words })),
        })),
        consents: consents.map(({ text }) => text),
        ...(submitLabel !== undefined && { submitLabel }),
      })
    }),
  ),
])

const tooLong = 'The draft could not be checked in time. Call it again.'

async function propose(studio: Studio, who: string, { form: asked, files, versions = {} }: Record<string, unknown>) {
  const [id, texts, seen] = [String(asked), Object.entries(files as object), versions as Record<string, unknown>]
  if (texts.length === 0) return refused('There is nothing to propose: files names no file.')
  const strange = [...texts, ...Object.entries(seen)].find(([, text]) => typeof text !== 'string')
  if (strange) return refused(`"${short(strange[0])}" must be a text.`)
  await studio.follow(id)
  let form = studio.form(id)
  if (!form) {
    const own = `definitions/forms/${id}.json`
    const text = new Map(texts).get(own)
    if (text === undefined)
      return refused(
        `There is no form "${short(id)}". A new form begins with its own file, definitions/forms/<form>.json.`,
      )
    const made = studio.create(id, who, text)
    if (!made.ok) return refused(refusals[made.reason] ?? `${short(made.name)} cannot be written: ${made.reason}.`)
    form = studio.form(id)
  } else {
    for (const [name] of texts) {
      const now = form.texts.get(name)
      if (now === undefined) continue
      if (now !== null && seen[name] === undefined)
        return refused(`${name} exists. Read it first, then propose it with its version in "versions".`)
      if ((seen[name] ?? null) !== versionIn(now))
        return refused(`${name} changed since it was read. Nothing was overwritten. Read it again, then propose.`)
    }
  }
  if (!form) return refused(`"${short(id)}" is no id of a form.`)
  // The form's own file may name more languages, and with them more files.
  const [own = ''] = Object.values(form.names)
  const all = new Map(texts as [string, string][])
  for (const part of [new Map([...all].filter(([name]) => name === own)), all]) {
    if (part.size === 0) continue
    const now = studio.form(id) ?? form
    const wrong = [...part.keys()].find((name) => !now.texts.has(name))
    if (wrong !== undefined) return refused(wrongFile(now, wrong))
    const written = studio.write(id, who, Object.fromEntries(part))
    if (!written.ok) return refused(refusals[written.reason] ?? `${written.name} cannot be written: ${written.reason}.`)
  }
  return verdictOf(studio, id)
}

const refusals: Readonly<Record<string, string>> = {
  large: 'A file has at most 1 MB. Make it smaller.',
  name: 'This is no id of a form: a lower-case letter first, then lower-case letters, digits, _ or -.',
}

async function verdictOf(studio: Studio, id: string): Promise<Said> {
  const verdict = await studio.judge(id)
  if (!verdict) return refused(tooLong)
  const found = [
    ...verdict.problems.map(({ file, line, message }) => `${file}:${line} ${message}`),
    ...verdict.findings.map(({ file, line, message, languages, answers }) => {
      const with_ = answers.map(({ question, answer }) => `${question} ${answer}`).join('; ')
      return `${file}:${line} ${message} (${languages.join(', ')})${with_ === '' ? '' : ` With these answers: ${with_}`}`
    }),
  ]
  if (found.length > 0) return refused(['The draft is not proven yet:', ...found].join('\n'))
  const { draft } = studio.form(id) ?? {}
  return said(
    draft
      ? 'Proven: no mistakes, every question can be reached, and every path can be completed. A person can now put the draft live in the studio.'
      : 'Proven. It says the same as what is live, so there is no draft.',
  )
}

function summaryOf({ id, locales, texts, value, draft }: StudioForm) {
  const files = [...texts].map(([name, text]) => ({ file: name, version: versionIn(text) }))
  const parts = value
    ? partsOf(value).map(({ at, kind, title, when }) => ({ at, kind, title, ...(when !== undefined && { when }) }))
    : []
  return { id, locales, hasDraft: draft !== null, files, parts }
}

const versionIn = (text: string | null) => (text === null ? null : versionOf(text))

function wrongFile({ id, texts }: StudioForm, name: string): string {
  return `"${short(name)}" is no file of the form "${id}". It has ${[...texts.keys()].join(', ')}.`
}

/** What was given, no longer than can be read. */
function short(text: string): string {
  const shown = text.replace(/\p{Cc}/gu, ' ')
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}

/** Refuses what a tool does not take, in a sentence; otherwise has it act. */
async function answer(studio: Studio, who: string, { name, arguments: given = {} }: Call): Promise<Said> {
  const known = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!known)
    return refused(
      `There is no tool "${short(name)}". There are ${Object.keys(tools).join(', ')}. None puts a draft live.`,
    )
  const { properties, required } = known.tool.inputSchema
  for (const [key, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!property)
      return refused(`${name} has no argument "${short(key)}". It has ${Object.keys(properties).join(', ')}.`)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (property.type === 'object' ? !isObject : typeof value !== 'string')
      return refused(`${name}: "${key}" must be ${property.type === 'object' ? 'an object' : 'a text'}.`)
  }
  const missing = required.find((key) => given[key] === undefined)
  if (missing !== undefined) return refused(`${name} needs "${missing}": ${properties[missing]?.description}.`)
  return known.act(studio, who, given)
}
