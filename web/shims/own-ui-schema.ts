/** Without references a field's UI schema is its own. */
export default function ownUiSchema<T extends object>(_schema: object, uiSchema: T | undefined): T | object {
  return uiSchema ?? {}
}
