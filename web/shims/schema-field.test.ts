import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { provenForms } from '../../engine/node/testing/proven-forms.ts'

const stock = await import('../../engine/react/StepForm.tsx')
const own = { core: '@rjsf/core/lib/components/fields', utils: '@rjsf/utils' }
vi.resetModules()
vi.doMock(`${own.core}/SchemaField.js`, () => import('./schema-field.ts'))
for (const field of ['String', 'Boolean']) vi.doMock(`${own.core}/${field}Field.js`, () => import('./widget-field.ts'))
vi.doMock(own.utils, async (original) => ({
  ...(await original<typeof import('@rjsf/utils')>()),
  getUiOptions: (await import('./ui-options.ts')).default,
  optionsList: (await import('./options-list.ts')).default,
}))
const slim = await import('../../engine/react/StepForm.tsx')

test('every step of every form is drawn as rjsf draws it', async () => {
  const { forms } = await provenForms()
  let steps = 0
  for (const { form, vectors } of forms.filter(({ form }) => form.locale === 'en'))
    for (const { id: step } of form.steps)
      for (const answers of [{}, vectors.at(-1) ?? {}]) {
        const turn = { kind: 'show', step, answers, problems: [], revealed: null } as const
        const drawn = [stock, slim].map(({ StepForm }) =>
          renderToStaticMarkup(createElement(StepForm, { form, prefix: 'form', turn, arrived: false, t: String })),
        )
        expect(drawn[1], `${form.id} ${step}`).toBe(drawn[0])
        steps += 1
      }
  expect(steps).toBeGreaterThan(100)
})
