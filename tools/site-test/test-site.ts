import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { proveForm } from '#engine/authoring'
import { journey } from '#engine/form/journey'
import { loadGood, proofOptions } from '#engine/node'
import { localePath, pageView, type Site } from '#engine/site'
import { type BrowserPage, findBrowser, openBrowser } from '#server/studio'
import { type FolderOptions, withFolders } from '../terminal/folders.ts'
import { acts, fillInPage } from './browser.ts'

/** This command line, to be called again. */
const own = process.argv[1] ?? ''

export function testCommand(test: Command): void {
  withFolders(test).action(async (folders: FolderOptions) => {
    const options = ['--definitions', folders.definitions, '--locales', folders.locales]
    let failed = 0
    for (const name of ['check', 'prove', 'text']) {
      console.log(`> leadwright ${name}`)
      const [code] = await once(spawn(process.execPath, [own, name, ...options], { stdio: 'inherit' }), 'exit')
      if (code !== 0) failed += 1
      // What has errors cannot be filled in.
      if (code !== 0 && name === 'check') process.exit(1)
    }
    failed += await testOwnCode()
    failed += await fillForms(folders)
    if (failed > 0) process.exitCode = 1
  })
}

/** Runs the tests of a repository's own code. @returns how many runs failed */
async function testOwnCode(): Promise<number> {
  const tests = globSync('{channels,kinds,sections}/**/*.test.{ts,tsx}')
  if (tests.length === 0) return 0
  console.log('> node --test')
  const [code] = await once(spawn(process.execPath, ['--test', ...tests], { stdio: 'inherit' }), 'exit')
  return code === 0 ? 0 : 1
}

/** Fills in each form once in a browser, on a server of its own. @returns how many failed */
async function fillForms(folders: FolderOptions): Promise<number> {
  const path = findBrowser(process.env.CHROMIUM_PATH || null, (process.env.PATH ?? '').split(delimiter))
  if (path === null) {
    console.log('No form was filled in, because there is no Chromium. Install one, or set CHROMIUM_PATH.')
    return 0
  }
  if (!existsSync(path)) {
    console.error(`CHROMIUM_PATH is "${path}", and there is no such file. Correct or remove it.`)
    return 1
  }
  console.log('> each form in a browser')
  const good = await loadGood(folders)
  if (!good.ok) return 1
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-test-'))
  const server = await startServer(folder, folders)
  const page = await openBrowser(path)
  let failed = 0
  try {
    for (const id of good.value.forms.ids) {
      const problem = await complete(page, server.origin, good.value, id).catch((error: Error) => error.message)
      console.log(problem === null ? `${id}: sent` : `${id}: ${problem}`)
      if (problem !== null) failed += 1
    }
    failed += await lookAtSections(page, server.origin, good.value)
  } finally {
    await page.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return failed
}

/** Looks at each section of the repository's own on a phone, with its script and without. @returns how many failed */
async function lookAtSections(page: BrowserPage, origin: string, site: Site): Promise<number> {
  const shown = site.pages.all.flatMap((at) => {
    const brand = site.brands.all.find(({ id }) => at.page.brands?.includes(id) ?? true)
    const { path, sections } = brand ? pageView(site, at, brand) : { path: '', sections: [] }
    const own = sections.filter(({ kind }) => kind === 'own')
    return own.map(({ id }) => ({ name: `${at.id}, ${at.locale}, ${id}`, path, section: id }))
  })
  if (shown.length === 0) return 0
  const axe = axeOf()
  console.log(axe === null ? '> each own section (with axe: npm install --save-dev axe-core)' : '> each own section')
  let failed = 0
  for (const { name, path, section } of shown) {
    const problems: string[] = []
    const before = page.errors().length
    for (const withScripts of [false, true]) {
      await page.onPhone(withScripts)
      await page.go(origin + path)
      const without = withScripts ? '' : ' without JavaScript'
      await page
        .until(`the section to show${without}`, hasRoom, section)
        .catch((error: Error) => problems.push(error.message))
      if (await page.run(isTooWide, section)) problems.push(`it is wider than a phone${without}`)
    }
    await page.until('its script', isLoaded, null)
    if (axe !== null) {
      await page.inject(axe)
      problems.push(...(await page.run(axeFindings, section)))
    }
    problems.push(...page.errors().slice(before))
    console.log(`${name}: ${problems.length === 0 ? 'shown' : problems.join('; ')}`)
    if (problems.length > 0) failed += 1
  }
  return failed
}

/** The script of axe, where the repository has it. */
function axeOf(): string | null {
  try {
    return readFileSync(createRequire(resolve('package.json')).resolve('axe-core/axe.min.js'), 'utf8')
  } catch {
    return null
  }
}

/** Fills in a form in its first language as its proof does. @returns what went wrong; null when its lead is stored */
async function complete(page: BrowserPage, origin: string, site: Site, id: string): Promise<string | null> {
  const locale = Object.keys(site.definition.locales).find((locale) => site.forms.version(id, locale)) ?? ''
  const form = site.forms.version(id, locale)?.form
  if (!form) return 'no language has it'
  const [answers] = proveForm(site, form, proofOptions(form, Date.now())).vectors
  if (!answers) return 'its proof found no way to complete it'
  await page.go(`${origin}${localePath(site.definition, `/forms/${id}`, locale)}`)
  await page.until('the form to come alive', isAlive, null)
  const before = page.errors().length
  for (const step of journey(form, answers).steps) {
    const shown = step.asked[0]?.id ?? ''
    await page.until(`the question ${shown} of step ${step.id}`, isShown, shown).catch(async (error: Error) => {
      throw new Error(`${error.message}${await page.run(alertText, null)}`)
    })
    await page.run(fillInPage, acts(step.asked, answers, locale))
    await page.run(goOn, null)
  }
  await page.until('the lead to be stored', isGone, null).catch(async (error: Error) => {
    throw new Error(`${error.message}${await page.run(alertText, null)}`)
  })
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  if (!metrics.includes(`leadwright_submissions_total{form="${id}",outcome="stored"} 1`)) return 'no lead was stored'
  const [error] = page.errors().slice(before)
  return error === undefined ? null : `a script failed: ${error}`
}

// These run in the page.

function isAlive(): boolean {
  const form = document.querySelector('main form')
  return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
}

function isShown(question: string): boolean {
  const shown = document.querySelector<HTMLInputElement>('main input[name=shown]')?.value ?? ''
  return shown.split(' ').includes(question)
}

function goOn(): void {
  document.querySelector<HTMLElement>('main .lw-buttons button[name=go][value=on]')?.click()
}

function isGone(): boolean {
  return document.querySelector('main .lw-buttons button[name=go][value=on]') === null
}

function alertText(): string {
  const alert = document.querySelector<HTMLElement>('main [role=alert]')?.textContent
  return alert ? `, but the page says: ${alert.replaceAll(/\s+/g, ' ')}` : ''
}

function hasRoom(section: string): boolean {
  const drawn = document.getElementById(section)?.querySelector('[data-own]')
  return drawn != null && drawn.getBoundingClientRect().height > 0
}

function isTooWide(section: string): boolean {
  return (document.getElementById(section)?.getBoundingClientRect().right ?? 0) > innerWidth
}

function isLoaded(): boolean {
  return document.readyState === 'complete'
}

async function axeFindings(section: string): Promise<string[]> {
  interface Findings {
    violations: { help: string; nodes: { html: string }[] }[]
  }
  const { axe } = globalThis as unknown as { axe: { run: (place: object) => Promise<Findings> } }
  const { violations } = await axe.run({ include: [`#${CSS.escape(section)}`] })
  return violations.map(({ help, nodes }) => `${help}: ${nodes[0]?.html}`)
}

interface Started {
  origin: string
  stop: () => Promise<void>
}

/** A server on the same definitions, whose leads stay on this machine: partners have no address there. */
async function startServer(folder: string, folders: FolderOptions): Promise<Started> {
  const definitions = join(folder, 'definitions')
  cpSync(folders.definitions, definitions, { recursive: true })
  for (const file of globSync('partners/*.json', { cwd: definitions })) {
    const text = readFileSync(join(definitions, file), 'utf8')
    writeFileSync(
      join(definitions, file),
      text.replaceAll(/("(?:url|tokenUrl)"\s*:\s*)"[^"]*"/g, '$1"http://127.0.0.1:1/"'),
    )
  }
  const child = spawn(process.execPath, [own, 'start'], {
    env: {
      ...process.env,
      // What is empty here is not read from a file .env.
      ...{ DATABASE_URL: '', SMTP_URL: '', OUTBOUND_ALLOW: '', HOST: '127.0.0.1', PORT: '0' },
      ...{ DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' },
      ...{ DEFINITIONS_DIR: definitions, LOCALES_DIR: resolve(folders.locales) },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    origin: await originOf(child),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function originOf({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stdout ?? []) {
    said += chunk
    const origin = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(said)?.[0]
    if (origin) return origin
  }
  throw new Error(`The server did not start: ${said}`)
}
