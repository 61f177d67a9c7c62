import type { ComponentType } from 'react'
import type { PageView, SectionView } from '#engine/catalog/page-view.ts'
import type { FormState } from '../routes.tsx'
import { CardsSection } from './CardsSection.tsx'
import { FaqSection } from './FaqSection.tsx'
import { FormSection } from './FormSection.tsx'
import { HeroSection } from './HeroSection.tsx'
import { NotFoundSection } from './NotFoundSection.tsx'
import { StepsSection } from './StepsSection.tsx'
import { TextSection } from './TextSection.tsx'

export interface SectionProps<K extends SectionView['kind']> {
  section: Extract<SectionView, { kind: K }>
  view: PageView
  state: FormState | null
}

/** One component for each kind of section (schemas/sections/). */
export const sections: { [K in SectionView['kind']]: ComponentType<SectionProps<K>> } = {
  cards: CardsSection,
  faq: FaqSection,
  form: FormSection,
  hero: HeroSection,
  'not-found': NotFoundSection,
  steps: StepsSection,
  text: TextSection,
}
