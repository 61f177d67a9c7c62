import { createContext, useContext } from 'react'
import type { Answers } from '#engine/form/journey/answers.ts'
import type { Judges } from '#engine/form/journey/validation/answer-problem.ts'
import { formSections } from '#engine/site/form-places.ts'
import type { FormVersion } from '#engine/site/form-version.ts'
import type { DraftPlace } from '#engine/site/page-host.ts'
import type { PageView } from '#engine/site/page-view.ts'
import type { Press } from '../api/press.ts'
import { sectionFile } from '../sections/loaded-sections.ts'

/** What of the build a page loads, by address. */
export interface Assets {
  styleSheet: string
  /** The small script every page has. */
  boot: string
  /** Modules that the boot script fetches together once the app is wanted. */
  modules: readonly string[]
}

/** The document around a page. */
export interface Shell extends Assets {
  /** The seed as JSON. */
  seed: string
}

export const ShellContext = createContext<Shell>({ styleSheet: '', boot: '', modules: [], seed: '' })

/** What a lively form asks of the browser between two turns. */
export interface Browser {
  /** @param step the only one that is judged for now */
  judges: (version: FormVersion, step?: string) => Promise<Judges>
  typed: (place: DraftPlace, version: FormVersion, answers: Answers) => void
  press: (press: Press) => Promise<void>
}

export const BrowserContext = createContext<Browser | null>(null)

/** null on the server, and until the page is hydrated. */
export function useBrowser(): Browser | null {
  return useContext(BrowserContext)
}

/** Vite's manifest: source file → what it became. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>

const keptAssets = new WeakMap<PageView, Assets>()

/** What a page needs of the build: the same each time it is drawn. */
export function assetsOf(manifest: Manifest, view: PageView): Assets {
  const assets = keptAssets.get(view) ?? newAssets(manifest, view)
  keptAssets.set(view, assets)
  return assets
}

function newAssets(manifest: Manifest, view: PageView): Assets {
  const boot = manifest[view.embed ? 'app/entry-embedded.ts' : 'app/entry-boot.ts']
  const drawn = [...view.sections, ...formSections(view)]
  const parts = ['app/entry-client.tsx', ...drawn.map(({ kind }) => `sections/${sectionFile(kind)}`)]
  return {
    styleSheet: address(manifest['style.css']?.file ?? ''),
    boot: address(boot?.file ?? ''),
    modules: [...new Set(parts.flatMap((part) => withImports(manifest, part)))].map(address),
  }
}

function withImports(manifest: Manifest, source: string): string[] {
  const chunk = manifest[source]
  if (!chunk) return []
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported))]
}

function address(file: string): string {
  return `/${file}`
}
