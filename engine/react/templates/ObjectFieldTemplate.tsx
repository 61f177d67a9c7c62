import type { ObjectFieldTemplateProps } from '@rjsf/utils'

/** A step's fields, one after the other; its heading stands outside. */
export function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return properties.map(({ content }) => content)
}
