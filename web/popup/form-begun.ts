import { isChanged } from '../ui/is-changed.ts'

/** Forms that visitors fill in: all but that of the popup. */
const controls = ['input:not([type=hidden])', 'textarea', 'select'].map((control) => `form ${control}`)

/** Whether a form of this tab is begun: something is typed or chosen, a control has the focus, or a step was posted. */
export function isFormBegun(): boolean {
  const filled = [...document.querySelectorAll<HTMLInputElement>(controls.join())].filter(
    (control) => !control.closest('[data-popup]'),
  )
  return (
    filled.some((control) => control === document.activeElement || isChanged(control)) ||
    new URLSearchParams(location.search).has('step') ||
    hasDraft()
  )
}

/** Whoever has begun a form elsewhere is on the way back to it. */
function hasDraft(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('draft ') && !key.startsWith('draft popup '))
  } catch {
    // Where storage is forbidden nothing is kept.
    return false
  }
}
