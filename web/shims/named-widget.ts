import type { RegistryWidgetsType, Widget } from '@rjsf/utils'

/** Every widget stands in the theme under the name that the language gives it, but for the one that draws nothing. */
export default function namedWidget(_schema: object, name: string, widgets: RegistryWidgetsType): Widget {
  const widget = widgets[name === 'hidden' ? 'HiddenWidget' : name]
  // rjsf asks for one by the name of a text's format too, and knows by these words that there is none.
  if (typeof widget !== 'function') throw new Error(`No widget ${name}`)
  return widget
}
