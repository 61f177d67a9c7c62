import { type FieldTemplateProps, getUiOptions } from '@rjsf/utils'
import type { FormContext } from '../context.ts'
import { describedBy, fieldId, hasSeveralControls, hereId } from '../control-id.ts'
import { Words } from '../Words.tsx'
import { ErrorMessage } from './ErrorMessage.tsx'

/** Label, hint, reason, error, control, in this order. Several controls under one question stand in a fieldset. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawHelp, rawDescription, schema, uiSchema, hidden, registry } = props
  const { errors, focus, markRequired, marks, prefix, t } = registry.formContext as FormContext
  const { widget, optional } = getUiOptions(uiSchema)
  if (hidden || schema.type === 'object') return children
  const name = id.slice(fieldId(prefix, '').length)
  const error = errors[name]
  const mark = marks.get(name)
  const here = focus === name && Object.keys(errors).length === 0 ? hereId(prefix) : undefined
  const className = error === undefined ? 'lw-field' : 'lw-field lw-field-wrong'
  const hint =
    rawHelp === undefined || mark !== undefined ? null : (
      <p className="lw-hint" id={`${id}-hint`}>
        <Words text={rawHelp} />
      </p>
    )
  const below = (
    <>
      {hint}
      {rawDescription && (
        <details className="lw-why">
          <summary>{t('why')}</summary>
          <p>
            <Words text={rawDescription} />
          </p>
        </details>
      )}
      <ErrorMessage id={`${id}-error`} message={error} />
      {children}
    </>
  )
  if (widget === 'consent')
    return (
      <div id={here} className={`${className} lw-field-consent`}>
        {below}
      </div>
    )
  const question = (
    <>
      {label} {optional === true && !markRequired && <span className="lw-optional">({t('optional')})</span>}
      {optional !== true && markRequired && (
        <>
          <span aria-hidden>*</span> <span className="lw-hidden">({t('required')})</span>
        </>
      )}
      {mark !== undefined && <span aria-hidden>{mark}</span>}
    </>
  )
  if (hasSeveralControls(widget)) {
    return (
      <fieldset
        id={here}
        className={className}
        aria-describedby={describedBy(id, rawHelp !== undefined, error !== undefined)}
      >
        <legend className="lw-label">{question}</legend>
        {below}
      </fieldset>
    )
  }
  return (
    <div id={here} className={className}>
      <label className="lw-label" htmlFor={id}>
        {question}
      </label>
      {below}
    </div>
  )
}
