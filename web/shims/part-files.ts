import type { FormNeed, StepNeed } from '#engine/form/model'

/** The code that is loaded with the first form that needs it, or the first step. */
export const partFiles = {
  choices: () => import('#engine/react/choices'),
  computed: () => import('#engine/form/compute'),
  estimate: () => import('#engine/react/estimate'),
  files: () => import('#engine/form/files'),
  further: () => import('#engine/react/further'),
  groups: () => import('./option-groups.ts'),
  limits: () => import('#engine/form/limits'),
  lookUp: () => import('#engine/react/looked-up'),
  offer: () => import('#engine/form/offer'),
  repeat: () => import('#engine/form/repeat'),
  slider: () => import('#engine/react/slider'),
  tables: () => import('./tables.ts'),
} satisfies Readonly<Record<FormNeed | StepNeed, () => Promise<unknown>>>

/** The same as the build knows it, for pages to name it: fetched with all else, it keeps nobody waiting. */
export const partSources: Readonly<Record<keyof typeof partFiles, string>> = {
  choices: '../engine/react/Choices.tsx',
  computed: '../engine/form/journey/compute.ts',
  estimate: '../engine/react/Estimate.tsx',
  files: '../engine/form/model/files.ts',
  further: '../engine/react/FurtherParts.tsx',
  groups: 'shims/option-groups.ts',
  limits: '../engine/form/model/limits/limits.ts',
  lookUp: '../engine/react/LookedUp.tsx',
  offer: '../engine/form/journey/offer.ts',
  repeat: '../engine/form/model/repeat.ts',
  slider: '../engine/react/Slider.tsx',
  tables: 'shims/tables.ts',
}
