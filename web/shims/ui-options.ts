type Options = Readonly<Record<string, unknown>>

const known = new WeakMap<object, Options>()

/** A field's options, as rjsf's `getUiOptions` reads them, but read once: it asks for them several times a field. */
export default function getUiOptions(uiSchema: Options = {}, globalOptions?: object): Options {
  if (globalOptions && Object.keys(globalOptions).length > 0) return { ...globalOptions, ...getUiOptions(uiSchema) }
  const found = known.get(uiSchema) ?? read(uiSchema)
  known.set(uiSchema, found)
  return found
}

function read(uiSchema: Options): Options {
  const own = Object.entries(uiSchema).filter(([key]) => key.startsWith('ui:') && key !== 'ui:options')
  return {
    ...(uiSchema['ui:options'] as object),
    ...Object.fromEntries(own.map(([key, value]) => [key.slice(3), value])),
  }
}
