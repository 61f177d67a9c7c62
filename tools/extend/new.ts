import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'

const configFile = 'leadwright.config.ts'

/** A part that a repository's own code can add: its files by path, and what to do next. */
interface Part {
  about: string
  /** Its key in the config, which is its folder too. */
  table: string
  /** The file that the config names. */
  file: (id: string) => string
  files: (id: string) => Record<string, string>
  /** The files with a widget of its own. */
  withWidget?: (id: string) => Record<string, string>
  next: (id: string) => string
}

const parts: Readonly<Record<string, Part>> = {
  kind: {
    about: 'Create a kind of field, with its test, and name it in leadwright.config.ts.',
    table: 'kinds',
    file: (id) => `kinds/${id}.ts`,
    files: (id) => ({ [`kinds/${id}.ts`]: fieldKind(), [`kinds/${id}.test.ts`]: fieldKindTest(id) }),
    withWidget: (id) => ({ [`kinds/${id}.ts`]: widgetKind(), [`kinds/${id}.test.ts`]: widgetKindTest(id) }),
    next: (id) =>
      `Use it in a form: "fields": { "${nameOf(id)}": { "kind": "${id}" } }. Browsers load it from a build by Vite: npm install --save-dev vite`,
  },
  section: {
    about: 'Create a kind of section, with its styles, script and test, and name it in leadwright.config.ts.',
    table: 'sections',
    file: (id) => `sections/${id}.tsx`,
    files: (id) => ({
      [`sections/${id}.tsx`]: section(id),
      [`sections/${id}.module.css`]: sectionStyles(),
      [`sections/${id}.island.ts`]: sectionIsland(),
      [`sections/${id}.test.ts`]: sectionTest(id),
    }),
    next: (id) =>
      `Use it on a page: "sections": { "${id}": { "kind": "${id}", "title": "Opening hours", "days": { "monday": { "day": "Monday", "hours": "9–17" } } } }. Vite builds it: npm install --save-dev vite @types/react`,
  },
  channel: {
    about: 'Create a way to deliver leads, with its test, and name it in leadwright.config.ts.',
    table: 'channels',
    file: (id) => `channels/${id}.ts`,
    files: (id) => ({ [`channels/${id}.ts`]: channel(id), [`channels/${id}.test.ts`]: channelTest(id) }),
    next: (id) =>
      `Use it in a partner: "deliveries": { "${id}": { "kind": "${id}", "url": "https://…", "keyVariable": "${variableOf(id)}" } }`,
  },
}

/** Adds a command for each part of a repository's own code. */
export function addParts(command: Command): void {
  for (const [name, part] of Object.entries(parts)) {
    const added = command
      .command(name)
      .description(part.about)
      .argument('<id>', `the ${name}'s id and the name of its file`)
    if (part.withWidget) added.option('--widget', 'with a widget of its own, in place of one of the product', false)
    added.action(async (id: string, { widget = false }: { widget?: boolean }) => {
      const files = widget && part.withWidget ? part.withWidget : part.files
      const problem = await create(id, { ...part, files })
      if (problem === null) return console.log(part.next(id))
      console.error(`${problem} No file was written.`)
      process.exitCode = 1
    })
  }
}

/** Writes the files of a part. @returns why it cannot; null when it did */
async function create(id: string, { table, file, files }: Part): Promise<string | null> {
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    return 'An id begins with a lower-case letter, followed by lower-case letters, digits and -.'
  const written: Record<string, string> = { ...files(id), [configFile]: await withPart(table, id, file(id)) }
  if (!existsSync('tsconfig.json')) written['tsconfig.json'] = tsconfig
  if (table === 'sections' && !existsSync(importedTypes)) written[importedTypes] = imported
  const there = Object.keys(written).find((path) => path !== configFile && existsSync(path))
  if (there !== undefined) return `${there} already exists. Choose another id.`
  for (const [path, text] of Object.entries(written)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    console.log(`${path} written.`)
  }
  return null
}

/** The config with one more entry. */
async function withPart(table: string, id: string, file: string): Promise<string> {
  const entry = `${/-/.test(id) ? `'${id}'` : id}: './${file}'`
  if (!existsSync(configFile))
    return `import { defineConfig } from 'leadwright/config'\n\nexport default defineConfig({\n  ${table}: { ${entry} },\n})\n`
  const text = await readFile(configFile, 'utf8')
  const inTable = text.replace(new RegExp(`\\b${table}: \\{`), (begin) => `${begin} ${entry},`)
  return inTable === text ? text.replace('defineConfig({', `defineConfig({\n  ${table}: { ${entry} },`) : inTable
}

/** The types of own code, as Node runs it: without a build. */
const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      ...{
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        strict: true,
        noEmit: true,
      },
      ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true, skipLibCheck: true },
    },
  },
  null,
  2,
)}\n`

/** The types of what sections import besides code. */
const importedTypes = 'sections/imports.d.ts'

const imported = `declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.svg' {
  const address: string
  export default address
}
`

/** CRM_KEY for crm. */
function variableOf(id: string): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_KEY`
}

/** A name for code: crmApi for crm-api. */
function nameOf(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function channel(id: string): string {
  return `import { defineChannel } from 'leadwright/config'

/** The keys of a delivery, in addition to "kind": "${id}". */
interface Delivery {
  url: string
  keyVariable: string
}

export default defineChannel<Delivery>({
  schema: {
    description: 'Posted as JSON, with a key.',
    required: ['url', 'keyVariable'],
    properties: {
      url: { type: 'string', pattern: '^https?://', description: 'The address that receives leads.' },
      keyVariable: {
        type: 'string',
        pattern: '^[A-Z][A-Z0-9_]*$',
        description: 'The variable of the environment that holds the key.',
      },
    },
  },

  // Stored with the lead. Every attempt sends the same.
  payload: ({ lead }) => JSON.stringify({ id: lead.id, ...lead.data }),

  // The delivery waits until these are set.
  missingSecrets: ({ keyVariable }, secrets) =>
    secrets(keyVariable) ? [] : [{ variable: keyVariable, lack: 'is not set' }],

  // 2xx is delivered, 410 ends the delivery, anything else is retried.
  send({ messageId, payload }, { url, keyVariable }, { secrets, outbound, timeoutMs }) {
    const headers = {
      'content-type': 'application/json',
      authorization: \`Bearer \${secrets(keyVariable)}\`,
      'idempotency-key': messageId,
    }
    return outbound.post(url, { headers, body: payload, timeoutMs })
  },
})
`
}

function channelTest(id: string): string {
  const name = nameOf(id)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryChannel } from 'leadwright/testing'
import ${name} from './${id}.ts'

test('a lead is posted with the key', async () => {
  const delivery = { url: 'https://example.com/leads', keyVariable: '${variableOf(id)}' }
  const { requests, outcome } = await tryChannel(${name}, delivery, {
    answers: { email: 'ada@example.com' },
    secrets: { ${variableOf(id)}: 'secret' },
  })
  assert.equal(requests[0]?.url, delivery.url)
  assert.equal(requests[0]?.headers.authorization, 'Bearer secret')
  assert.equal(JSON.parse(requests[0]?.body ?? '').email, 'ada@example.com')
  assert.deepEqual(outcome, { ok: true, status: 200, retryAfter: null })
})
`
}

function section(id: string): string {
  return `import { defineSection } from 'leadwright/config'
import styles from './${id}.module.css'

/** The keys of a section, in addition to "kind": "${id}". */
interface Keys {
  days: Record<string, { day: string; hours: string }>
}

export default defineSection<Keys>({
  schema: {
    description: 'The hours of each day.',
    required: ['days'],
    properties: {
      title: { type: 'string', minLength: 1, words: true, description: 'A heading.' },
      days: {
        type: 'object',
        description: 'Days in order, each under its own id.',
        minProperties: 1,
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['day', 'hours'],
          properties: {
            day: { type: 'string', minLength: 1, words: true, description: 'The name of the day.' },
            hours: { type: 'string', minLength: 1, words: true, description: 'When it is open.' },
          },
        },
      },
    },
  },

  // The server draws it. Without JavaScript it stays as it is.
  component({ section, words }) {
    return (
      <>
        <dl className={styles.days}>
          {Object.entries(section.days).map(([id, { day, hours }]) => (
            <div key={id} data-day={id}>
              <dt>{day}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
        <button type="button" className="lw-button lw-button-quiet" data-today hidden>
          {words.today}
        </button>
      </>
    )
  },

  // Browsers load it on pages with such a section.
  island: './${id}.island.ts',

  words: {
    en: { today: 'Show today' },
    es: { today: 'Mostrar hoy' },
    de: { today: 'Heute zeigen' },
    fr: { today: 'Afficher aujourd’hui' },
    it: { today: 'Mostra oggi' },
    nl: { today: 'Vandaag tonen' },
  },
})
`
}

function sectionStyles(): string {
  return `.days {
  display: grid;
  gap: 0.5rem;
  margin: 0 0 1rem;
}

.days > div {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  border-block-end: 1px solid var(--line);
}

.days dd {
  margin: 0;
}

.days [aria-current] {
  font-weight: 700;
}
`
}

function sectionIsland(): string {
  return `const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** @param element what the component has drawn is in it */
export default function start(element: HTMLElement): () => void {
  const button = element.querySelector<HTMLButtonElement>('[data-today]')
  const show = () => {
    const today = days[new Date().getDay()]
    for (const day of element.querySelectorAll('[data-day]'))
      if (day.getAttribute('data-day') === today) day.setAttribute('aria-current', 'date')
  }
  if (button) button.hidden = false
  button?.addEventListener('click', show)
  return () => button?.removeEventListener('click', show)
}
`
}

function sectionTest(id: string): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trySection } from 'leadwright/testing'

test('each day is shown with its hours', async () => {
  const days = { monday: { day: 'Monday', hours: '9–17' } }
  const { problems, html } = await trySection('sections/${id}.tsx', { title: 'Opening hours', days })
  assert.deepEqual(problems, [])
  assert.match(html, /<dt>Monday<\\/dt><dd>9–17<\\/dd>/)
})

test('what its keys do not allow is found', async () => {
  const { problems } = await trySection('sections/${id}.tsx', { days: { monday: { day: 'Monday' } } })
  assert.match(problems.join(), /"hours" is missing/)
})
`
}

function fieldKind(): string {
  return `import { defineFieldKind } from 'leadwright/config'

/** A number of eight digits, the last of which is a check digit. */
export default defineFieldKind({
  description: 'a customer number',
  schema: { type: 'string', maxLength: 20 },

  // On the server and in the browser: use only what both have.
  isRight(text) {
    const digits = Array.from(text.replace(/[ -]/g, ''), Number)
    if (digits.length !== 8 || digits.some(Number.isNaN)) return false
    return digits.reduce((sum, digit, index) => sum + digit * (8 - index), 0) % 11 === 0
  },
  samples: ['1234 5679', '00000000'],

  // Leads and partners get one way of writing it.
  store: (answer) => String(answer).replace(/[ -]/g, ''),

  ui: { 'ui:options': { inputMode: 'numeric', width: 'short' } },
  words: {
    en: {
      title: 'Customer number',
      hint: 'For example 1234 5679.',
      errors: { required: 'Enter your customer number', format: 'Check the customer number. It has eight digits' },
    },
    de: {
      title: 'Kundennummer',
      hint: 'Zum Beispiel 1234 5679.',
      errors: {
        required: 'Geben Sie Ihre Kundennummer ein',
        format: 'Prüfen Sie die Kundennummer. Sie hat acht Ziffern',
      },
    },
  },
})
`
}

function fieldKindTest(id: string): string {
  const name = nameOf(id)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryKind } from 'leadwright/testing'
import ${name} from './${id}.ts'

test('the server and browsers judge alike', async () => {
  assert.deepEqual(await tryKind('kinds/${id}.ts'), [])
})

test('a wrong digit is found', () => {
  assert.equal(${name}.isRight?.('1234 5679'), true)
  assert.equal(${name}.isRight?.('1234 5678'), false)
})
`
}

function widgetKind(): string {
  return `import { defineFieldKind } from 'leadwright/config'

const marks = ['1', '2', '3', '4', '5']

/** A mark from 1 to 5, on a row of buttons. */
export default defineFieldKind({
  description: 'a mark from 1 to 5',
  schema: { type: 'string', enum: marks },

  widget: {
    isGroup: true,

    // On the server and in the browser. Without JavaScript it stays as it is.
    draw({ h, control, value, words }) {
      const options = marks.map((mark, position) =>
        h(
          'label',
          { key: mark, className: 'lw-option' },
          h('input', { ...control(position), type: 'radio', value: mark, defaultChecked: value === mark }),
          h('span', null, words.options?.[mark] ?? mark),
        ),
      )
      return [
        h('div', { key: 'options', className: 'lw-options' }, ...options),
        h('button', { key: 'clear', type: 'button', className: 'lw-link', 'data-clear': true, hidden: true }, words.widget?.clear),
      ]
    },

    // In the browser, once the page is ready: what needs a script is hidden until then.
    start(element: HTMLElement) {
      const button = element.querySelector<HTMLButtonElement>('[data-clear]')
      const chosen = () => element.querySelector<HTMLInputElement>(':checked')
      const show = () => {
        if (button) button.hidden = chosen() === null
      }
      const clear = () => {
        const input = chosen()
        if (!input) return
        input.checked = false
        input.focus()
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }
      show()
      element.addEventListener('change', show)
      button?.addEventListener('click', clear)
      return () => {
        element.removeEventListener('change', show)
        button?.removeEventListener('click', clear)
      }
    },
  },

  words: {
    en: {
      title: 'How satisfied are you?',
      options: { 1: '1 – very dissatisfied', 2: '2', 3: '3', 4: '4', 5: '5 – very satisfied' },
      errors: { required: 'Choose a mark from 1 to 5' },
      widget: { clear: 'Clear my choice' },
    },
    de: {
      title: 'Wie zufrieden sind Sie?',
      options: { 1: '1 – sehr unzufrieden', 2: '2', 3: '3', 4: '4', 5: '5 – sehr zufrieden' },
      errors: { required: 'Wählen Sie eine Note von 1 bis 5' },
      widget: { clear: 'Auswahl löschen' },
    },
  },
})
`
}

function widgetKindTest(id: string): string {
  const name = nameOf(id)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryKind } from 'leadwright/testing'
import ${name} from './${id}.ts'

test('the widget is drawn alike on both sides, can be filled in without a script, and shows each answer again', async () => {
  assert.deepEqual(await tryKind('kinds/${id}.ts'), [])
})

test('each mark has a label in each language', () => {
  for (const words of Object.values(${name}.words))
    assert.deepEqual(Object.keys(words.options ?? {}), ${name}.schema.enum)
})
`
}
