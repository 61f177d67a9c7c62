import { holds } from '#engine/form/model'

/**
 * Shows and hides the questions of a step by the chosen options, from the first paint until the app has started. It reads
 * choices only: numbers and dates need the rules of the form (StepForm.tsx).
 */
export function revealQuestions(): void {
  addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.form : null
    if (form) reveal(form)
  })
  // What was chosen before this ran, or by the browser, which keeps answers on a reload.
  for (const form of document.forms) reveal(form)
}

function reveal(form: HTMLFormElement): void {
  const revealed = form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-when]')
  for (const question of revealed) {
    const isAsked = holds(JSON.parse(question.dataset.when ?? '{}'), chosen(form))
    question.hidden = !isAsked
    question.disabled = !isAsked
  }
  const shown = form.querySelector<HTMLInputElement>('input[name="shown"]')
  if (!shown) return
  const known = new Set(shown.value.split(' '))
  for (const { dataset, hidden } of revealed) if (!hidden && dataset.field) known.add(dataset.field)
  shown.value = [...known].join(' ')
}

/** What is chosen so far. A question that is hidden is disabled, and says nothing. */
function chosen(form: HTMLFormElement): Record<string, string | boolean | string[]> {
  const answers: Record<string, string | boolean | string[]> = {}
  for (const [name, value] of new FormData(form)) {
    const [, id, isMany] = /^root\[([^\]]+)\](\[\])?$/.exec(name) ?? []
    if (id === undefined || value === '') continue
    const before = answers[id]
    if (isMany) answers[id] = [...(Array.isArray(before) ? before : []), String(value)]
    else answers[id] = value === 'true' || (value === 'false' ? false : String(value))
  }
  return answers
}
