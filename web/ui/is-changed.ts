type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether a visitor has typed or chosen something in a control since the page came. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected, index }) => selected && !defaultSelected && index > 0,
    )
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
    return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}
