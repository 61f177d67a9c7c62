import type { ComponentType, ReactNode } from 'react'
import type { PageView } from '#engine/catalog/page-view.ts'
import { AffiliationLayout } from './AffiliationLayout.tsx'
import { BlankLayout } from './BlankLayout.tsx'
import { DefaultLayout } from './DefaultLayout.tsx'

export interface LayoutProps {
  view: PageView
  children: ReactNode
}

/** One component for each `layout` of a page. */
export const layouts: Record<PageView['layout'], ComponentType<LayoutProps>> = {
  default: DefaultLayout,
  affiliation: AffiliationLayout,
  blank: BlankLayout,
}
