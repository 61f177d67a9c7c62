import type { ComponentType, ReactNode } from 'react'
import type { PageView } from '#engine/catalog/portal/page-view.ts'

export interface LayoutProps {
  view: PageView
  children: ReactNode
}

type Layout = ComponentType<LayoutProps>

/** One file for each `layout` of a page: default is drawn by DefaultLayout. */
const files = import.meta.glob<Record<string, Layout>>('./*Layout.tsx')
const loaded = new Map<string, Layout>()

/** The file that draws a layout, without its folder. */
export function layoutFile(layout: string): string {
  return `${layout.charAt(0).toUpperCase()}${layout.slice(1)}Layout.tsx`
}

export async function loadLayout(layout: string): Promise<void> {
  if (loaded.has(layout)) return
  const file = layoutFile(layout)
  const component = (await files[`./${file}`]?.())?.[file.replace('.tsx', '')]
  // A page of a later release may have one that this release lacks.
  if (!component) throw new Error(`Nothing draws the layout ${layout}`)
  loaded.set(layout, component)
}

/** A layout that was loaded before. */
export function layoutOf(layout: string): Layout {
  const component = loaded.get(layout)
  if (!component) throw new Error(`The layout ${layout} was not loaded`)
  return component
}
