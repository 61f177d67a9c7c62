// Takes pictures of every page at two widths and writes a sheet that compares them with those of an earlier run:
//   node web/e2e/contact-sheet.ts <folder> [<folder of an earlier run>] [--brand <id>] [--scheme dark] [--language de]
// Build first (`npm run build`). Then open <folder>/index.html.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { pagePath } from '../../engine/site/addresses/paths.ts'
import { findChromium } from './chromium.ts'
import { startSite } from './site.ts'

/** In CSS pixels. */
const widths = [360, 1280] as const

/** How much of a page is shown, in CSS pixels. */
const tallest = 4000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { brand: { type: 'string' }, scheme: { type: 'string' }, language: { type: 'string' } },
})
const [folder, before] = positionals
const executablePath = findChromium()
if (folder === undefined || executablePath === null) {
  console.error('Name a folder for the pictures. Chromium must be installed: node web/e2e/ensure-chromium.ts')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })

const site = await repositorySite()
const brand = site.brands.byId(values.brand ?? site.definition.brand).id
const shown = Map.groupBy(
  site.pages.ofBrand(brand).filter(({ embed }) => !embed),
  ({ id }) => id,
)
const pages = [...shown.values()].flatMap((inLanguages) => {
  const at = values.language ? inLanguages.find(({ locale }) => locale === values.language) : inLanguages[0]
  return at ? [{ id: at.id.replaceAll(':', '-'), path: pagePath(site.definition, at.page, at.locale) }] : []
})
const server = await startSite()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const width of widths) await takePictures(browser, width)
} finally {
  await browser.close()
  await server.stop()
}
writeFileSync(join(folder, 'index.html'), sheet())
console.log(`${pages.length} pages at ${widths.join(' and ')} px: ${join(folder, 'index.html')}`)
// The site that was read follows its folders.
process.exit()

async function takePictures(browser: Browser, width: number): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 640 : 800 },
    colorScheme: values.scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const { port } = new URL(server.origin)
  for (const { id, path } of pages) {
    await page.goto(`http://${brand}.localhost:${port}${path}`, { waitUntil: 'networkidle' })
    const height = Math.min(tallest, await page.evaluate(() => document.documentElement.scrollHeight))
    const options = { type: 'jpeg', quality: 70, fullPage: true, clip: { x: 0, y: 0, width, height } } as const
    await page.screenshot({ ...options, path: join(folder as string, `${id}-${width}.jpg`) })
  }
  await context.close()
}

/** One row for each page and width: as it was, where that is known, and as it is. */
function sheet(): string {
  const folders = before === undefined ? [''] : [`${relative(folder as string, before)}/`, '']
  const rows = pages.flatMap(({ id, path }) =>
    widths.map((width) => {
      const pictures = folders.map((from) => `<img loading="lazy" src="${from}${id}-${width}.jpg" alt="">`)
      return `<h2>${path} (${width} px)</h2><div>${pictures.join('')}</div>`
    }),
  )
  const style =
    'body{font:14px sans-serif}div{display:flex;gap:16px;align-items:start}img{max-width:48vw;border:1px solid}'
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${rows.join('\n')}\n`
}
