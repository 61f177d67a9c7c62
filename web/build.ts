import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import postcss from 'postcss'
import { build } from 'vite'
import { editorScript, embedScript } from './build/share-faces.ts'

const root = import.meta.dirname
const output = join(root, 'dist/server/entry-server.js')

/** The newest change, in ms since the epoch, among the files a build reads. */
function newestSource(): number {
  const folders = [root, ...['form', 'library', 'site', 'react'].map((name) => join(root, '../engine', name))]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|css|svg)$/.test(name) && !name.startsWith('dist') && !name.startsWith('e2e'))
      .map((name) => join(folder, name)),
  )
  return Math.max(...[...files, join(root, '../package-lock.json')].map((file) => statSync(file).mtimeMs))
}

/** Beside each text file its compressed forms: made once here, not at every request. */
function compress(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/**
 * Later layers win. A style that comes before `styles/index.css`, which says their order, would change it for all pages.
 * @throws where that happened
 */
function checkLayers(folder: string): void {
  const said = /@layer ([^;]+);/.exec(readFileSync(join(root, 'styles/index.css'), 'utf8'))?.[1]
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.css'))) {
    const layers = [...readFileSync(join(folder, name), 'utf8').matchAll(/@layer ([a-z]+)\s*\{/g)].map(
      ([, layer]) => layer,
    )
    const built = [...new Set(layers)].join(', ')
    if (built !== said) throw new Error(`The layers of ${name} are in the order “${built}”, and not “${said}”.`)
  }
}

/**
 * Takes the rules with a late class (vite.config.ts) out of the style sheet into one that only pages with such parts load.
 * @throws where a selector has classes of both
 */
function splitStyles(folder: string): void {
  const manifestFile = join(folder, '.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const { file } = manifest['style.css']
  const styles = postcss.parse(readFileSync(join(folder, file), 'utf8'))
  const late = styles.clone()
  const isLate = (selector: string) => {
    const classes = selector.match(/\.(?!lw-)\w+-[\w-]+/g) ?? []
    const found = classes.filter((name) => /-L[0-9a-z]+$/.test(name))
    if (found.length > 0 && found.length < classes.length) throw new Error(`${selector} is of two style sheets`)
    return found.length > 0
  }
  for (const [sheet, wanted] of [
    [styles, false],
    [late, true],
  ] as const) {
    sheet.walkRules((rule) => {
      const selectors = rule.selectors.filter((selector) => isLate(selector) === wanted)
      if (selectors.length === 0) rule.remove()
      else rule.selectors = selectors
    })
    const empty: postcss.AtRule[] = []
    do {
      for (const rule of empty.splice(0)) rule.remove()
      sheet.walkAtRules((rule) => void (rule.nodes?.length === 0 && empty.push(rule)))
    } while (empty.length > 0)
  }
  const lateFile = file.replace('style', 'late')
  writeFileSync(join(folder, file), styles.toString())
  writeFileSync(join(folder, lateFile), late.toString())
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, 'late.css': { file: lateFile } }))
}

/** Builds what the server renders with and the browser loads, unless the last build is newer than every source. */
if (!existsSync(output) || statSync(output).mtimeMs < newestSource() || process.argv.includes('--force')) {
  // A build that breaks off is not taken for a whole one.
  rmSync(output, { force: true })
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({ configFile, logLevel: 'warn', build: { ssr: 'app/entry-server.tsx', minify: true } })
  // Two threads hold it, and a single other sign would have V8 hold twice as much.
  const ascii = readFileSync(output, 'utf8').replaceAll(
    /[^\0-\x7f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(output, ascii)
  await build({
    ...{ configFile: false, root, logLevel: 'warn', mode: 'production', ssr: { noExternal: true } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'app/entry-sections.ts', outDir: 'dist/server', emptyOutDir: false, minify: true },
  })
  await build(embedScript)
  await build(editorScript)
  checkLayers(join(root, 'dist/browser/assets'))
  splitStyles(join(root, 'dist/browser'))
  compress(join(root, 'dist/browser/assets'))
  const { shareFaces } = await import('./build/share-faces.ts')
  await shareFaces(join(root, 'dist/share'))
}
