import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { directJsx, fillingKinds, phoneMetadata, plainImports, slim } from './build/slim.ts'

const modules = join(import.meta.dirname, '../node_modules')

/** A module's entry names all that it offers; a page gets what it uses. */
const treeshake = { moduleSideEffects: [{ test: /\/(engine|web\/(?!app\/))[^.]*\.tsx?$/, sideEffects: false }] }

/** What is shown after a form, and deals: first pages have none of it, so build.ts gives its styles a file of their own. */
const isLate = (path: string) => /^(sections\/(offers|deals)\/|forms\/(Thanks|copy))/.test(path)

/** The file of each class. */
const fileOf = new Map<string, string>()

/**
 * A class is its name in the file with three characters for the file, and not with a line of it: scripts list them all.
 * An L marks a late one.
 * @throws where two files have the same class
 */
function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ''))
  const digest = createHash('sha256').update(path).digest()
  const scoped = `${name}${isLate(path) ? '-L' : '-'}${(digest.readUInt32BE() % 36 ** 3).toString(36)}`
  const other = fileOf.get(scoped) ?? path
  if (other !== path) throw new Error(`${path} and ${other} both have the class ${scoped}`)
  fileOf.set(scoped, path)
  return scoped
}

/** Two builds: what the server renders with, and what browsers load. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [
    slim(isSsrBuild),
    ...(isSsrBuild ? [] : [fillingKinds(), directJsx(), plainImports()]),
    phoneMetadata(),
    react(),
  ],
  css: { modules: { generateScopedName: className } },
  resolve: {
    // By itself it resolves to its development build.
    alias: [
      { find: /^react-router$/, replacement: join(modules, 'react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: join(modules, 'react-router/dist/production/dom-export.mjs') },
    ],
  },
  // One file, so that the server renders with the very libraries this build chose.
  ssr: { noExternal: true },
  // Otherwise React for development is in it too, and whatever renders without NODE_ENV takes thrice as long.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/browser',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One small sheet for the whole site, but for late styles: the page that a link leads to has its styles already.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    // What belongs to a page is fetched together by the boot script, which would grow by the list of all there is.
    modulePreload: false,
    ...(isSsrBuild && { rolldownOptions: { treeshake, output: { codeSplitting: false } } }),
    ...(!isSsrBuild && {
      rolldownOptions: {
        treeshake,
        input: [
          'app/entry-boot.ts',
          'app/entry-embedded.ts',
          'app/entry-client.tsx',
          '../engine/form/journey/validator-runtime.ts',
        ],
        // Validators are made while the server runs and import this by its address.
        preserveEntrySignatures: 'exports-only' as const,
        output: {
          codeSplitting: {
            groups: [
              // What changes with a new React, and not with a new page.
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|directly:/,
              },
              // What the boot script shares with the app is one file, not a chain of them: conditions too, which reveal
              // questions. It begins with the order of the layers of styles.
              {
                name: 'boot',
                test: /preload-helper|web[\\/](styles[\\/]index\.css|app[\\/]start-app|stores[\\/](colour-preference|kept-attribution|safe-storage|reload-limit)|http[\\/](client-errors|http-client|reachable|tell-connection)|navigation[\\/]switch-language|popup[\\/]visit[\\/](subscription-cookie|visit|visit-count)\.ts|consent[\\/](choice|mark-consents|signals)|forms[\\/]reveal|ui[\\/](connection-id|followed-link|is-changed|show-place))|lead[\\/]attribution\.ts|form[\\/](model[\\/](answers|field-place)|values[\\/](calendar|day-text|decimal))\.ts/,
              },
              // What a main form is answered with, and all forms share: one file, not a dozen of a few lines.
              {
                name: 'form',
                test: /web[\\/](app[\\/](Document|entry-client|routes)|layout[\\/]Frame\.|navigation[\\/](browser-host|press|follow-links)|page[\\/]|sections[\\/](Sections|loaded-sections|section\.module|desk\.module|form[\\/]FormSection)|ui[\\/](focus-on-arrival|use-shown-wait|Connection)|stores[\\/](subscription|root)\.|popup[\\/]visit[\\/]mark-subscribed|shims[\\/]options-list|forms[\\/](ArrivalHeading|loaded-parts|sending|take-turn|drafts))|engine[\\/](form[\\/](journey[\\/](turn|validator-runtime)|model[\\/](sentence|links))\.ts|react[\\/](HiddenAnswers|Words))|utils[\\/]lib[\\/](toFieldPathId|nameGenerators)/,
              },
              // What opens a popup on a page that needs no app yet has neither the frame's code nor React's.
              { name: 'page-at-hand', test: /web[\\/]popup[\\/](page-at-hand|country-check)\./ },
              // What comes once answers can be judged, for any page.
              {
                name: 'frame',
                test: /web[\\/](layout[\\/]FrameParts|app[\\/]faults[\\/]ErrorPage|consent[\\/]CookieSettings|popup[\\/]Popup|sections[\\/](SectionFrame|SectionTitle|section-files)|ui[\\/](Drawing|Leaders))\./,
              },
              // It comes when the page is at work.
              {
                name: 'router',
                test: /node_modules[\\/]react-router(-dom)?[\\/]|web[\\/](navigation[\\/]fetch-page|shims[\\/]whole-router)\./,
              },
            ],
          },
        },
      },
    }),
  },
}))
