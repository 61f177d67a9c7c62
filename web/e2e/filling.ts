import type { Page } from '@playwright/test'
import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedField } from '#engine/core/form.ts'
import { writeAnswers } from '#engine/core/form-data.ts'

/** Answers questions as a visitor does, one after the other, whatever they are drawn as. */
export async function fill(
  page: Page,
  fields: readonly ResolvedField[],
  answers: Answers,
  locale: string,
): Promise<void> {
  for (const field of fields) {
    if (field.kind === 'count') continue
    for (const [name, value] of writeAnswers([field], answers, locale)) await answer(page, field, name, value)
  }
}

async function answer(page: Page, { ui }: ResolvedField, name: string, value: string): Promise<void> {
  const named = page.locator(`[name="${name}"]`)
  switch (ui['ui:widget']) {
    case 'radio':
    case 'checkboxes':
      return page.locator(`[name="${name}"][value="${value}"]`).check()
    case 'consent':
      return named.setChecked(value === 'true')
    case 'select':
      return void (await named.selectOption(value))
    case 'date':
    case 'month-year':
      for (const [index, part] of value.split('-').entries())
        await page.locator(`[name="${name}[${['year', 'month', 'day'][index]}]"]`).fill(part)
      return
    default:
      return named.fill(value)
  }
}
