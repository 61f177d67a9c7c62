import { formSections, type PageView } from '#engine/site'
import type { Assets } from '#web/page'
import { sectionFile } from '#web/sections'

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
