import type { FieldProps, FieldTemplateProps, UiSchema } from '@rjsf/utils'
import { bracketNameGenerator, getUiOptions, optionsList, toFieldPathId } from '@rjsf/utils'
import type { ComponentType } from 'react'
import { optionId } from './control-id.ts'
import { ErrorMessage } from './Words.tsx'

// The browser loads this file only with a form that has a table of choices (web/shims/parts.ts).

export interface TableFieldProps extends Pick<FieldProps, 'formData' | 'registry'> {
  /** Its rows, each under its id. */
  fields: readonly (readonly [string, object])[]
  uiSchema: UiSchema
  /** What draws a question around its controls. */
  template: ComponentType<FieldTemplateProps & { rows?: string }>
}

/** A table of choices: each row is a field, and all belong to one question. */
export function TableField({ fields, uiSchema, formData, registry, template: Template }: TableFieldProps) {
  const rows = fields.map(([name, schema]): TableRow => {
    const { path, $id } = toFieldPathId(name, registry.globalFormOptions)
    return {
      ...{ id: $id, name, htmlName: bracketNameGenerator(path, 'root', false), value: formData[name] },
      about: (getUiOptions(uiSchema[name]).table as { row: string }).row,
      options: optionsList(schema, uiSchema[name]) ?? [],
    }
  })
  const own = uiSchema[fields[0]?.[0] ?? '']
  const { table, help, description } = getUiOptions(own)
  const { title } = table as { title: string }
  const asked = {
    ...{
      id: rows[0]?.id,
      label: title,
      schema: {},
      uiSchema: own,
      rawHelp: help,
      rawDescription: description,
      registry,
    },
    rows: rows.map(({ name }) => name).join(' '),
    children: <ChoiceTable title={title} rows={rows} context={registry.formContext as ChoiceTableProps['context']} />,
  }
  return <Template {...(asked as unknown as FieldTemplateProps)} />
}

/** One row of a table of choices: a field, and what it is about. */
interface TableRow {
  id: string
  /** The id of the field, and the name of its controls. */
  name: string
  htmlName: string
  about: string
  value: unknown
  options: readonly { value: unknown; label: string }[]
}

interface ChoiceTableProps {
  title: string
  rows: readonly TableRow[]
  context: {
    /** Field id → the sentence to show at it. */
    errors: Readonly<Record<string, string>>
    /** The field that takes the focus when the page opens. */
    focus: string | null
  }
}

/**
 * A choice for each row, of the same options: a table on a wide screen, and rows of options on a phone
 * (choices.css). Each control is named by its row and its option, whichever of the two it looks like.
 */
function ChoiceTable({ title, rows, context: { errors, focus } }: ChoiceTableProps) {
  return (
    <table className="lw-matrix">
      <caption className="lw-hidden">{title}</caption>
      <thead>
        <tr>
          <td />
          {rows[0]?.options.map(({ value, label }) => (
            <th key={String(value)} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, htmlName, about, value: chosen, options }) => {
          const isWrong = errors[name] !== undefined
          return (
            <tr key={id} className={isWrong ? 'lw-matrix-wrong' : undefined}>
              <th scope="row">
                <span id={`${id}-row`}>{about}</span>
                <ErrorMessage id={`${id}-error`} message={errors[name]} />
              </th>
              {options.map(({ value, label }, index) => (
                <td key={String(value)}>
                  <label className="lw-option">
                    <input
                      id={optionId(id, index)}
                      name={htmlName}
                      type="radio"
                      value={String(value)}
                      defaultChecked={chosen === value}
                      autoFocus={index === 0 && focus === name}
                      aria-invalid={isWrong || undefined}
                      aria-labelledby={`${id}-row ${optionId(id, index)}-option`}
                      aria-describedby={isWrong ? `${id}-error` : undefined}
                    />
                    <span id={`${optionId(id, index)}-option`}>{label}</span>
                  </label>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
