/** Each field stands directly in its step's schema: its path is its name. */
export default function findField(
  _validator: unknown,
  _root: unknown,
  { properties = {} }: { properties?: Record<string, object> },
  path: string | string[],
): { field: object | undefined; isRequired: boolean } {
  return { field: properties[String(path)], isRequired: false }
}
