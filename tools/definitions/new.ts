import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, parse, relative } from 'node:path'
import { type Command, Option } from 'commander'
import { idPattern } from '#engine/authoring'
import { folderOf } from '#engine/library'
import {
  type Folders,
  judgeOf,
  type KeptFile,
  type LocatedProblem,
  loadGood,
  parsedFile,
  problemLine,
  readSources,
  SourceCache,
  schemaFrom,
  siteOf,
} from '#engine/node'
import { localePath, type Site } from '#engine/site'
import type { CallAuthorization } from '#schemas/generated/deliveries/http.ts'
import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { kindOf } from '#server/channels'
import { addParts } from '../extend/new.ts'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { type AskedQuestion, answersTo, asked } from '../terminal/questions.ts'

/** How an API is shown who calls, each with what it takes; `k` is what variables of the partner begin with. */
const authorizations: Record<string, (k: string, answers: Answers) => CallAuthorization | undefined> = {
  none: () => undefined,
  bearer: (k) => ({ bearer: { variable: `${k}_TOKEN` } }),
  basic: (k) => ({ basic: { userVariable: `${k}_USER`, passwordVariable: `${k}_PASSWORD` } }),
  header: (k, { key = '' }) => ({ header: { name: key, variable: `${k}_KEY` } }),
  query: (k, { key = '' }) => ({ query: { name: key, variable: `${k}_KEY` } }),
  oauth2: (k, { 'token-url': tokenUrl = '', scope }) => ({
    oauth2: {
      ...{ tokenUrl, clientIdVariable: `${k}_CLIENT_ID`, clientSecretVariable: `${k}_CLIENT_SECRET` },
      ...(scope && { scope }),
    },
  }),
}

/** By kind. */
const ways: Record<string, Way> = {
  pull: { name: 'feed', write: () => ({ kind: 'pull' }) },
  webhook: {
    name: 'hook',
    write: (id, { url = '' }) => ({ kind: 'webhook', url, secretVariable: `${prefix(id)}_SECRET` }),
  },
  http: {
    name: 'api',
    write(id, { url = '', body, authorization = 'none', ...rest }) {
      const shown = authorizations[authorization]?.(prefix(id), rest)
      const written = body === 'form' ? ({ body } as const) : {}
      return { kind: 'http', url, ...written, ...(shown && { authorization: shown }) }
    },
  },
  email: { name: 'mail', write: (_, { to = '', from = '' }) => ({ kind: 'email', to, from }) },
  'data-delivery': {
    name: 'provider',
    write: (id, { url = '', 'partner-id': partnerId = '' }) => ({
      ...{ kind: 'data-delivery', url, keyVariables: { default: `${prefix(id)}_KEY` }, partnerId },
    }),
  },
}

const by =
  (...kinds: string[]) =>
  ({ delivery = '' }: Answers) =>
    kinds.includes(delivery)

const shownBy =
  (...kinds: string[]) =>
  ({ authorization = '' }: Answers) =>
    kinds.includes(authorization)

const questions: readonly Question[] = [
  { flag: 'name', ask: 'What is the partner called?' },
  { flag: 'form', ask: 'Leads of which form does it get?', fallback: (_, { forms: { ids: formIds } }) => formIds[0] },
  {
    ...{ flag: 'delivery', ask: 'How are leads delivered to it?', choices: Object.keys(ways) },
    fallback: () => 'pull',
  },
  { flag: 'url', ask: 'Which address does it have?', when: by('webhook', 'http', 'data-delivery') },
  {
    ...{ flag: 'body', ask: 'In which format does its API accept leads?', choices: ['json', 'form'], when: by('http') },
    fallback: () => 'json',
  },
  {
    ...{ flag: 'authorization', ask: 'How does its API authenticate callers?', choices: Object.keys(authorizations) },
    ...{ when: by('http'), fallback: () => 'none' },
  },
  { flag: 'key', ask: 'What is the name of the header or parameter for its key?', when: shownBy('header', 'query') },
  { flag: 'token-url', ask: 'What is the address of its token endpoint?', when: shownBy('oauth2') },
  { flag: 'scope', ask: 'Which scope does the token need, if any?', when: shownBy('oauth2'), fallback: () => '' },
  { flag: 'partner-id', ask: 'What is your partner id at the provider?', when: by('data-delivery') },
  { flag: 'to', ask: 'Which e-mail address receives the leads?', when: by('email') },
  {
    ...{ flag: 'from', ask: 'Which e-mail address sends them?', when: by('email') },
    fallback: (_, { brands: { byId: brand }, definition: site }) => brand(site.brand).sender,
  },
]

const partner: Blueprint = {
  folder: 'partners',
  schema: 'partner.schema.json',
  questions,
  write: (id, answers) => ({
    ...{ name: answers.name, filters: [{ form: answers.form }], deliveries: deliveriesOf(id, answers) },
  }),
  next(id, answers) {
    const [delivery] = Object.values(deliveriesOf(id, answers))
    if (!delivery) return ''
    const lacking = kindOf(delivery).missingSecrets?.(delivery, () => undefined) ?? []
    const variables = lacking.map(({ variable }) => variable)
    return [
      ...(variables.length > 0 ? [`Set ${new Intl.ListFormat('en-GB').format(variables)} in the environment.`] : []),
      ...(delivery.kind === 'webhook'
        ? ['The secret is whsec_ followed by base64. Give the same secret to the partner.']
        : []),
      ...(delivery.kind === 'pull' ? [`Create its key: npx leadwright partners key ${id}`] : []),
      ...(delivery.kind === 'http'
        ? ['Rename the answers in "map", and describe the response that confirms a lead in "accepted".']
        : []),
    ].join(' ')
  },
}

const language: Question = {
  flag: 'language',
  ask: 'In which language is it written?',
  fallback: (_, { definition: site }) => Object.keys(site.locales)[0],
}

/** The kinds of definitions that can be begun, each with what it asks and writes. */
const blueprints: Record<string, Blueprint> = {
  form: {
    folder: 'forms',
    schema: 'form.schema.json',
    questions: [{ flag: 'title', ask: 'What is the form called?' }, language],
    write: (_, { title, language: locale }) => ({
      locales: [locale],
      title,
      steps: {
        contact: { title, fields: { firstName: { kind: 'given-name' }, email: { kind: 'email' } } },
      },
    }),
    next: (id, { language: locale = '' }, { definition: site }) =>
      `It is live at ${localePath(site, `/forms/${id}`, locale)}. Add questions to its "fields".`,
  },
  page: {
    folder: 'pages',
    schema: 'page.schema.json',
    questions: [
      { flag: 'path', ask: 'Which address does it have?', fallback: (id) => `/${id}` },
      { flag: 'title', ask: 'What is the page called?' },
      { flag: 'form', ask: 'Which form does it show?', fallback: (_, { forms: { ids: formIds } }) => formIds[0] },
      language,
    ],
    write: (_, { path, title, form, language: locale }) => ({
      locales: [locale],
      path,
      title,
      description: title,
      sections: { form: { kind: 'form', form } },
    }),
    next: (_, { path = '', language: locale = '' }, { definition: site }) =>
      `It is live at ${localePath(site, path, locale)}. Write its "description" for search results.`,
  },
  block: {
    folder: 'blocks',
    schema: 'block.schema.json',
    questions: [
      { flag: 'title', ask: 'Which heading does it have?' },
      { flag: 'text', ask: 'What is its text?' },
    ],
    write: (_, { title, text }) => ({ kind: 'text', title, paragraphs: { first: text } }),
    next: (id) => `Show it on a page: "sections": { "${id}": { "use": "${id}" } }`,
  },
  article: {
    folder: 'blog',
    schema: 'article.schema.json',
    questions: [
      { flag: 'title', ask: 'What is the article called?' },
      {
        flag: 'category',
        ask: 'Which category does it have, of the "categories" of the blog in site.json?',
        fallback: (_, { definition }) => definition.blog?.categories?.[0],
      },
      {
        flag: 'cover',
        ask: 'Which drawing of media/ is shown above it?',
        fallback: (_, { deals: { drawings } }) => drawings[0]?.id,
      },
      language,
    ],
    write: (_, { title = '', category, cover, language: locale = '' }) => ({
      ...{ draft: true, category, date: today(), cover },
      slugs: { [locale]: slugOf(title, locale) },
    }),
    texts: ({ title = '', language: locale = '' }) => ({ [`${locale}.md`]: draftOf(title) }),
    next: (id, { language: locale = '' }) =>
      `Write definitions/blog/${id}/${locale}.md: npx leadwright preview shows it. Remove "draft" to publish it.`,
  },
  partner,
  brand: {
    folder: 'brands',
    schema: 'brand.schema.json',
    questions: [
      { flag: 'name', ask: 'What is the brand called?' },
      { flag: 'sender', ask: 'Which e-mail address sends its mails to visitors?' },
      { flag: 'chat', ask: 'What is the address of its chat script, if it has one?', fallback: () => '' },
    ],
    write: (_, { name, sender, chat }) => ({ name, sender, ...(chat && { scripts: { chat: chatFrom(chat) } }) }),
    next: () => 'Set the brand to show in site.json.',
  },
  layout: {
    folder: 'layouts',
    schema: 'layout.schema.json',
    questions: [language],
    write: (_, { language: locale }) => ({
      locales: [locale],
      header: { home: true, languages: true },
      footer: { company: true },
    }),
    next: (id) => `Use it in a page: "layout": "${id}".`,
  },
  menu: {
    folder: 'menus',
    schema: 'menu.schema.json',
    questions: [
      { flag: 'title', ask: 'What is the accessible name of the menu?' },
      {
        flag: 'page',
        ask: 'Which page is its first entry?',
        fallback: (_, { pages: { all: pages } }) => pages[0]?.id,
      },
      language,
    ],
    write: (_, { title, page, language: locale }) => ({
      locales: [locale],
      title,
      entries: { first: { title, page } },
    }),
    next: (id) => `Show it in the header or footer of a layout: "menu": "${id}".`,
  },
  consent: {
    folder: 'consents',
    schema: 'consent.schema.json',
    questions: [
      { flag: 'purpose', ask: 'What is its purpose, in a word?', fallback: (id) => id },
      { flag: 'text', ask: 'What is the exact sentence next to the checkbox?' },
    ],
    write: (_, { purpose, text }) => ({ purpose, text }),
    next: (id) => `Add it to a form: "consents": { "${id}": {} }`,
  },
}

type Flags = FolderOptions & Record<string, string>

export function newCommand(command: Command): void {
  addParts(command)
  for (const [kind, { folder, schema, questions, write, texts, next }] of Object.entries(blueprints)) {
    const sub = withFolders(command.command(kind)).argument('<id>', `the ${kind}'s id and the name of its file`)
    for (const question of questions) sub.addOption(new Option(`--${question.flag} <text>`, asked(question)))
    sub.action(async (id: string, flags: Flags) => {
      const good = await loadGood(flags)
      if (!good.ok) return fail([...good.problems.map(problemLine), 'Correct these errors first.'])
      const site = good.value
      // A definition of several files is a folder.
      const { isMadeOf } = folderOf(folder) ?? {}
      const path = join(flags.definitions, folder, isMadeOf === undefined ? `${id}.json` : join(id, `${isMadeOf}.json`))
      const file = relative('.', path)
      if (!idPattern.test(id))
        return fail(['An id begins with a lower-case letter, followed by lower-case letters, digits, - and _.'])
      if (existsSync(path)) return fail([`${file} already exists. Choose another id.`])
      const answers = await answersTo(questions, flags, ({ fallback }) => fallback?.(id, site))
      if (!answers.ok) return fail([...answers.problems, 'No file was written.'])
      const value = { $schema: schemaFrom(flags.definitions, path, schema), ...write(id, answers.value, site) }
      const beside = Object.entries(texts?.(answers.value) ?? {})
      const files: KeptFile[] = [
        { file, folder, id, locale: null, text: `${JSON.stringify(value, null, 2)}\n` },
        ...beside.map(([name, text]) => ({
          file: join(dirname(file), name),
          folder,
          id,
          locale: parse(name).name,
          text,
        })),
      ]
      const problems = await problemsWith(flags, files)
      if (problems.length > 0) return fail([...problems.map(({ message }) => message), 'No file was written.'])
      await mkdir(dirname(path), { recursive: true })
      for (const each of files) await writeFile(each.file, each.text)
      console.log(`${file} written. ${next(id, answers.value, site)}`)
    })
  }
}

/** What would be wrong with the definitions that is not wrong without the new files. */
async function problemsWith(folders: Folders, added: readonly KeptFile[]): Promise<LocatedProblem[]> {
  const files = await readSources(folders, new SourceCache())
  const all = [...files, ...added.map(parsedFile)]
  const judge = await judgeOf(all)
  const [before, after] = [siteOf(files, judge), siteOf(all, judge)]
  const known = new Set(before.ok ? [] : before.problems.map(problemLine))
  return after.ok ? [] : after.problems.filter((problem) => !known.has(problemLine(problem)))
}

function fail(lines: string[]): void {
  console.error(lines.join('\n'))
  process.exitCode = 1
}

/** Day, month and year, as articles say it. */
function today(): string {
  return new Date().toISOString().slice(0, 10).split('-').reverse().join('-')
}

/** A title as the last part of an address. */
function slugOf(title: string, locale: string): string {
  // German writes them so where it has no dots.
  const german = locale === 'de' ? title.replaceAll(/[äöü]/gi, (letter) => `${letter}e`).replaceAll('ß', 'ss') : title
  const plain = german.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** A text that has every part an article needs. */
function draftOf(title: string): string {
  return `---
title: ${JSON.stringify(title)}
description: What readers learn from it.
cover: A text alternative for the cover
conclusion: |
  The one thing to remember. Read more in [the blog](page:blog).
---

An introduction in two sentences.

## The heading of the first part

600 to 1,500 words in all. docs/guide/deals-and-blog.md shows what else you can write here.
`
}

/** A chat whose script, frames and data come from one host. What is no address is told by the check. */
function chatFrom(src: string): object {
  const { origin, hostname } = URL.canParse(src) ? new URL(src) : { origin: src, hostname: src }
  const hosts = { script: [origin], connect: [origin], frame: [origin] }
  return { purpose: 'chat', category: 'functional', company: hostname, src, hosts }
}

type Answers = Record<string, string>

/** A way to deliver: what it is called in the file, and how it is written from what was answered. */
interface Way {
  name: string
  write: (id: string, answers: Answers) => DeliveryDefinition
}

/** What the variables of a partner begin with: ACME_ENERGY for acme-energy. */
function prefix(id: string): string {
  return id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}

function deliveriesOf(id: string, answers: Answers): Record<string, DeliveryDefinition> {
  const way = ways[answers.delivery ?? '']
  return way ? { [way.name]: way.write(id, answers) } : {}
}

/** Something a new definition needs to know. */
interface Question extends AskedQuestion {
  /** What is taken when nothing is said; without it the question must be answered. */
  fallback?: (id: string, site: Site) => string | undefined
}

/** A kind of definition that can be begun: what it asks and writes. */
interface Blueprint {
  folder: string
  schema: string
  questions: readonly Question[]
  /** The definition, complete enough to run as it is. */
  write: (id: string, answers: Record<string, string>, site: Site) => object
  /** Texts that stand beside it, by file name, where a definition is a folder. */
  texts?: (answers: Record<string, string>) => Record<string, string>
  /** What to do next. */
  next: (id: string, answers: Record<string, string>, site: Site) => string
}
