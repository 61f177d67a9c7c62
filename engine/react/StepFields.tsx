import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import type { RegistryFieldsType, RegistryWidgetsType, SchemaUtilsType, UiSchema, WidgetProps } from '@rjsf/utils'
import {
  bracketNameGenerator,
  type FieldProps,
  type FieldTemplateProps,
  getUiOptions,
  optionsList,
  type Registry,
  type TemplatesType,
  toFieldPathId,
} from '@rjsf/utils'
import { useMemo } from 'react'
import {
  type Answers,
  fieldPlace,
  listedOptions,
  type ResolvedField,
  stepSchema,
  stepUiSchema,
} from '#engine/form/model'
import { TableField } from './Choices.tsx'
import { describedBy, fieldId, hasSeveralControls, hereId, optionId, typedText } from './control-id.ts'
import { furtherWidgets, MoreOptions, RepeatedItems } from './FurtherParts.tsx'
import type { FormContext, TextOptions } from './form-context.ts'
import { LookedUp } from './LookedUp.tsx'
import { Slider } from './Slider.tsx'
import { ErrorMessage, Trust, Words } from './Words.tsx'

/** What fields are drawn with, by the `ui:widget` names of the language; furtherWidgets has the rest. */
const widgets: RegistryWidgetsType = {
  text: TextWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  consent: ConsentWidget,
  // rjsf looks this one up by its own name.
  HiddenWidget,
}

/** The fields that are not rjsf's own. */
const fields: RegistryFieldsType = { ArrayField: ChoicesField }

const drawNothing = () => null

const templates: Partial<TemplatesType> = {
  FieldTemplate,
  // FieldTemplate draws hint and error itself, where they can be tied to the control.
  FieldErrorTemplate: drawNothing,
  FieldHelpTemplate: drawNothing,
  DescriptionFieldTemplate: drawNothing,
}

/** In letters: two of these stand beside each other on the narrowest phone. */
const shortest = 10

/** In letters: three beside each other from 576 px, and two. */
const inThree = 12

const inTwo = 32

/** Three in a row where there is room for a sheet of questions. */
const inThreeWide = 20

/** The most options that stand side by side; a longer list is read down its rows. */
const few = 6

/** What rjsf's fields ask of a step's schema, which is flat: nothing in it refers to or depends on anything. */
const asked: Asked = {
  retrieveSchema: (schema) => schema,
  isSelect: ({ enum: values }) => Array.isArray(values),
  // Templates draw the label, always.
  getDisplayLabel: () => true,
}

const flatSchemas = asked as SchemaUtilsType

interface Props {
  asked: readonly ResolvedField[]
  answers: Answers
  context: FormContext
}

// A number is text on one line, and read by the engine.
const allFields = {
  BooleanField,
  NumberField: StringField,
  ObjectField: StepField,
  SchemaField,
  StringField,
  ...fields,
}

/**
 * A step's questions, drawn by rjsf. Its `<Form>` keeps, judges and sends answers, which the engine does itself, so only
 * its fields are used. What is typed stays in the page's own controls: rjsf is told of nothing.
 */
export function StepFields({ asked, answers, context }: Props) {
  const key = asked
    .map(({ id, optional, words, schema, offered, listed, shuffled }) =>
      [
        ...[id, optional, words.hint, schema.minimum, schema.maximum],
        ...(offered || listed || shuffled ? listedOptions(schema) : []),
      ].join(' '),
    )
    .join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same questions with the same hints, limits and options have the same schemas
  const [schema, uiSchema] = useMemo(() => [stepSchema(asked) as object, stepUiSchema(asked)], [key])
  const registry: Registry = {
    fields: allFields,
    templates: templates as TemplatesType,
    widgets: { ...widgets, ...furtherWidgets() },
    rootSchema: schema,
    formContext: context,
    schemaUtils: flatSchemas,
    translateString: String,
    globalFormOptions: {
      idPrefix: context.prefix,
      idSeparator: '.',
      nameGenerator: (path, _, isMany) => bracketNameGenerator(path, 'root', isMany),
      useFallbackUiForUnsupportedType: false,
    },
  }
  return (
    <SchemaField
      name=""
      schema={schema}
      uiSchema={uiSchema}
      formData={answers}
      fieldPathId={{ path: [], $id: context.prefix }}
      registry={registry}
      onChange={nothing}
      onBlur={nothing}
      onFocus={nothing}
    />
  )
}

function nothing(): void {}

type Asked = Pick<SchemaUtilsType, 'retrieveSchema' | 'isSelect' | 'getDisplayLabel'>

/** An answer that buttons give, such as how many drivers there are. */
function HiddenWidget({ id, htmlName, value }: WidgetProps) {
  return <input type="hidden" id={id} name={htmlName} value={value ?? ''} readOnly />
}

/** The field of a list: a choice of several options, or files. */
function ChoicesField(props: FieldProps) {
  const { schema, uiSchema, formData, fieldPathId, name, registry } = props
  const isFiles = uiSchema?.['ui:widget'] === 'files'
  const widget = {
    id: fieldPathId.$id,
    name,
    htmlName: bracketNameGenerator(fieldPathId.path, 'root', true),
    value: formData,
    options: {
      ...getUiOptions(uiSchema),
      enumOptions: isFiles ? [] : (optionsList(schema.items as object, uiSchema) ?? []),
    },
    schema,
    registry,
  }
  const { files: Files } = registry.formContext as FormContext
  if (isFiles) return Files && <Files {...(widget as WidgetProps)} />
  return <CheckboxesWidget {...(widget as WidgetProps)} />
}

/** A declaration with its box, never ticked unless the visitor ticked it. */
function ConsentWidget({ id, name, htmlName, value, label, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  return (
    <label className="lw-option lw-consent">
      <input
        id={id}
        name={htmlName}
        type="checkbox"
        defaultChecked={value === true}
        autoFocus={focus === name}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy(id, false, wrong)}
      />
      <span>
        <Words text={label} />
      </span>
    </label>
  )
}

/** One option out of several, each to be pressed as a whole. */
function RadioWidget({ id, name, htmlName, value, options, registry }: WidgetProps) {
  const { errors, focus, t } = registry.formContext as FormContext
  const { pictures, tiles, listed = 0 } = options as ChoiceLooks
  const all = (options.enumOptions ?? []).map((option, index) => ({
    ...option,
    drawn: (
      <label className="lw-option" key={String(option.value)}>
        <input
          id={optionId(id, index)}
          name={htmlName}
          type="radio"
          value={String(option.value)}
          defaultChecked={value === option.value}
          autoFocus={index === 0 && focus === name}
          aria-invalid={errors[name] !== undefined || undefined}
        />
        {pictures && <OptionPicture src={pictures[option.value]} />}
        <span>{option.label}</span>
      </label>
    ),
  }))
  if (tiles !== undefined && listed > tiles) return <MoreOptions {...{ all, tiles, listed, value, t }} />
  return <div className={optionsClass(options.enumOptions, options)}>{all.map(({ drawn }) => drawn)}</div>
}

/**
 * A question, and around one that an answer on the screen reveals what hides it until then.
 * @param props with the ids of its rows where it is a table
 */
function FieldTemplate(props: FieldTemplateProps & { rows?: string }) {
  const { id, children, schema, hidden, registry, rows } = props
  const { prefix, revealedBy, waiting } = registry.formContext as FormContext
  if (hidden || schema.type === 'object') return children
  const name = id.slice(fieldId(prefix, '').length)
  const when = revealedBy[name]
  if (when !== undefined) {
    const isWaiting = waiting.includes(name)
    return (
      <fieldset
        role="presentation"
        className="lw-revealed"
        data-when={JSON.stringify(when)}
        data-field={rows ?? name}
        hidden={isWaiting}
        disabled={isWaiting}
      >
        <Question {...props} name={name} />
      </fieldset>
    )
  }
  return <Question {...props} name={name} />
}

/** Label, hint, reason, error, control, in this order. Several controls under one question stand in a fieldset. */
function Question(props: FieldTemplateProps & { name: string }) {
  const { id, name, label, children, rawHelp, rawDescription, schema, uiSchema, registry } = props
  const { above, errors, focus, form, markRequired, marks, prefix, t } = registry.formContext as FormContext
  const options = getUiOptions(uiSchema)
  const { widget, optional } = options
  const error = widget === 'matrix' ? undefined : errors[name]
  const mark = marks.get(name)
  const here = focus === name && Object.keys(errors).length === 0 ? hereId(prefix) : undefined
  const className = error === undefined ? 'lw-field' : 'lw-field lw-field-wrong'
  const hint =
    rawHelp === undefined ? null : (
      <p className="lw-hint" id={`${id}-hint`}>
        {mark !== undefined && <span aria-hidden>{mark} </span>}
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
      {options.step !== undefined && <Slider {...{ id, label, schema, options, form, t }} />}
    </>
  )
  if (widget === 'consent')
    return (
      <>
        <Trust text={above[name]} />
        <div id={here} className={`${className} lw-field-consent`}>
          {below}
        </div>
      </>
    )
  const question = (
    <>
      {label}
      {mark !== undefined && <span aria-hidden>{mark}</span>}{' '}
      {(optional === true) !== markRequired && (
        <span className="lw-optional">({t(markRequired ? 'required' : 'optional')})</span>
      )}
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

/** Any number of several options, each to be pressed as a whole. */
function CheckboxesWidget({ id, name, htmlName, value, options, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const { pictures } = options as ChoiceLooks
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <div className={optionsClass(options.enumOptions, { pictures })}>
      {options.enumOptions?.map((option, index) => (
        <label className="lw-option" key={String(option.value)}>
          <input
            id={optionId(id, index)}
            name={htmlName}
            type="checkbox"
            value={String(option.value)}
            defaultChecked={chosen.includes(option.value)}
            autoFocus={index === 0 && focus === name}
            aria-invalid={errors[name] !== undefined || undefined}
          />
          {pictures && <OptionPicture src={pictures[option.value]} />}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

interface Option {
  label: string
}

/** The drawing on a tile, in the page's colours. The words below it say what it shows. @param src its address in media/ */
function OptionPicture({ src }: { src: string | undefined }) {
  if (src === undefined) return null
  return (
    <svg className="lw-picture" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <use href={`${src}#drawing`} />
    </svg>
  )
}

interface ChoiceLooks {
  /** Two options side by side. */
  inline?: boolean
  /** The addresses of the drawings on the options. */
  pictures?: Readonly<Record<string, string>> | undefined
  /** How many options of a list are shown at first, and how many it has. */
  tiles?: number
  listed?: number
}

/** The layout of options: a few short ones side by side, yes and no always, and all others as rows; pictures as tiles. */
function optionsClass(options: readonly Option[] = [], { inline, pictures }: ChoiceLooks = {}): string {
  const longest = Math.max(...options.map(({ label }) => label.length))
  const { length } = options
  if (pictures) return `lw-options lw-pictures${length % 3 === 0 && longest <= inThree ? ' lw-pictures-three' : ''}`
  if (inline || (length === 2 && longest <= shortest)) return 'lw-options lw-options-pair'
  if (length > few || longest > inTwo) return 'lw-options'
  if (length === 3 && longest <= inThree) return 'lw-options lw-options-three'
  return length === 3 && longest <= inThreeWide
    ? 'lw-options lw-options-two lw-options-trio'
    : 'lw-options lw-options-two'
}

/**
 * A step's fields, one after the other; its heading stands outside. rjsf's own field of an object adds, renames and
 * removes properties too, of which a step has none.
 */
function StepField(props: FieldProps) {
  const { schema, uiSchema = {}, formData = {}, registry, onChange, onBlur, onFocus } = props
  const { repeat } = registry.formContext as FormContext
  const { SchemaField } = registry.fields
  const entries = Object.entries(schema.properties ?? {})
  const properties = [...Map.groupBy(entries, ([name]) => tableOf(name, uiSchema) ?? name)].map(([key, fields]) => {
    const [[name, property]] = fields as [[string, object]]
    const content =
      tableOf(name, uiSchema) === undefined ? (
        SchemaField && (
          <SchemaField
            key={key}
            name={name}
            schema={property}
            uiSchema={uiSchema[name]}
            formData={formData[name]}
            fieldPathId={toFieldPathId(name, registry.globalFormOptions)}
            {...{ registry, onChange, onBlur, onFocus }}
          />
        )
      ) : (
        <TableField
          key={key}
          fields={fields as [string, object][]}
          template={FieldTemplate}
          {...{ uiSchema, formData, registry }}
        />
      )
    return { name, content }
  })
  if (!repeat) return properties.map(({ content }) => content)
  return <RepeatedItems repeat={repeat} fields={properties} registry={registry} />
}

/** What the rows of a table of choices have in common; undefined of other fields. */
function tableOf(name: string, uiSchema: UiSchema): string | undefined {
  return getUiOptions(uiSchema[name]).table === undefined ? undefined : `table ${fieldPlace(name).group}`
}

/** Text on one line. Numbers too: `type="number"` changes values under the mouse wheel and hides what it cannot read. */
function TextWidget({ id, name, htmlName, value, options, schema, uiSchema, registry }: WidgetProps) {
  const { errors, focus, form, help: known, lookedUp, suggestion, t } = registry.formContext as FormContext
  const { inputType = 'text', inputMode, width, help, unit } = options as TextOptions
  const wrong = errors[name] !== undefined
  const input = (
    <input
      className={width === 'short' ? 'lw-input lw-input-short' : 'lw-input'}
      id={id}
      name={htmlName}
      type={inputType}
      inputMode={inputMode ?? inputType}
      autoComplete={uiSchema?.['ui:autocomplete']}
      autoFocus={focus === name}
      maxLength={schema.maxLength}
      defaultValue={typedText(value, form)}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, help !== undefined, wrong, unit)}
    />
  )
  if (lookedUp.includes(name)) return <LookedUp {...{ id, name, input, help: known, locale: form.locale, t }} />
  if (inputType !== 'email') return input
  return (
    <>
      {input}
      <p className="lw-suggestion" aria-live="polite">
        {suggestion?.name === htmlName && (
          <button type="button" className="lw-link" onClick={suggestion?.take}>
            {t('didYouMean', { address: suggestion?.address })}
          </button>
        )}
      </p>
    </>
  )
}
