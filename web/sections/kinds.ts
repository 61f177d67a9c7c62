import type { ComponentType } from 'react'
import type { PageView, SectionView } from '#engine/catalog/page-view.ts'
import type { FormState } from '../routes.tsx'
import { FormSection } from './FormSection.tsx'
import { NotFoundSection } from './NotFoundSection.tsx'

export interface SectionProps<K extends SectionView['kind']> {
  section: SectionView & { kind: K }
  view: PageView
  state: FormState | null
}

/** One component for each kind of section (schemas/sections/). */
export const sections: { [K in SectionView['kind']]: ComponentType<SectionProps<K>> } = {
  form: FormSection,
  'not-found': NotFoundSection,
}
