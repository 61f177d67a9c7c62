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
import type { ComponentType, ReactNode } from 'react'
import { createElement, useEffect, useMemo, useRef } from 'react'
import { type AddressHelp, control } from '#engine/form/journey'
import type { ResolvedForm, Translate, WidgetParts } from '#engine/form/model'
import {
  type Answers,
  fieldPlace,
  kindNamed,
  listedOptions,
  ownKindWords,
  type Repeat,
  type ResolvedField,
  stepSchema,
  stepUiSchema,
} from '#engine/form/model'
import { currencySign, numberText } from '#engine/form/values'
import type { When } from '#schemas/generated/form.ts'
import { OptionPicture, TableField } from './Choices.tsx'
import { describedBy, fieldId, hasSeveralControls, hereId, optionId } from './control-id.ts'
import { LookedUp } from './LookedUp.tsx'
import { Slider } from './Slider.tsx'
import { ErrorMessage } from './templates/ErrorMessage.tsx'
import { Words } from './Words.tsx'

/** Everything a field can be drawn with: the `ui:widget` names of the language. */
const widgets: RegistryWidgetsType = {
  text: TextWidget,
  amount: AmountWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  consent: ConsentWidget,
  parts: PartsWidget,
  select: SelectWidget,
  textarea: TextareaWidget,
  own: OwnWidget,
  'own-group': OwnWidget,
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
    widgets,
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

/** A number with what it counts beside it; an amount of money with its currency's sign, where the language puts that. */
function AmountWidget(props: WidgetProps) {
  const { form } = props.registry.formContext as FormContext
  const { unit } = props.options
  const { sign, before } = unit
    ? { sign: String(unit), before: false }
    : currencySign(form.market.currency, form.locale)
  const options = { inputMode: 'decimal', ...props.options, width: 'short', unit: true }
  return (
    <span className={before ? 'lw-amount lw-amount-before' : 'lw-amount'}>
      <TextWidget {...props} options={options} />
      <span className="lw-unit" id={`${props.id}-unit`}>
        {sign}
      </span>
    </span>
  )
}

/** Text of several lines. */
function TextareaWidget({ id, name, htmlName, value, options, schema, registry }: WidgetProps) {
  const { errors, focus } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  return (
    <textarea
      className="lw-input lw-textarea"
      id={id}
      name={htmlName}
      rows={5}
      autoFocus={focus === name}
      maxLength={schema.maxLength}
      defaultValue={value ?? ''}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, options.help !== undefined, wrong)}
    />
  )
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
  if (tiles === undefined || listed <= tiles)
    return <div className={optionsClass(options.enumOptions, options)}>{all.map(({ drawn }) => drawn)}</div>
  const more = all.slice(tiles, listed)
  return (
    <>
      <div className="lw-options lw-options-tiles">{all.slice(0, tiles).map(({ drawn }) => drawn)}</div>
      <details className="lw-more" open={more.some((option) => option.value === value)}>
        <summary>{t('moreOptions', { count: more.length })}</summary>
        {more.length > few && (
          <input
            className="lw-input lw-search"
            type="search"
            aria-label={t('searchOptions')}
            placeholder={t('searchOptions')}
            onInput={({ currentTarget }) => filterOptions(currentTarget)}
          />
        )}
        <div className="lw-options lw-options-tiles">{more.map(({ drawn }) => drawn)}</div>
      </details>
      <div className="lw-options lw-options-tiles">{all.slice(listed).map(({ drawn }) => drawn)}</div>
    </>
  )
}

/** Hides the options whose name does not contain what was typed; case and accents do not matter. */
function filterOptions({ value, parentElement }: HTMLInputElement): void {
  const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  for (const option of parentElement?.querySelectorAll<HTMLElement>('.lw-option') ?? [])
    option.hidden = !bare(option.textContent ?? '').includes(bare(value.trim()))
}

/** One option out of many. The browser's own list: it finds an option by its first letters, on every device. */
function SelectWidget({ id, name, htmlName, value, options, uiSchema, registry }: WidgetProps) {
  const { errors, focus, form, t } = registry.formContext as FormContext
  const wrong = errors[name] !== undefined
  const { compare } = new Intl.Collator(form.locale)
  const all = options.enumOptions ?? []
  const listed = options.sorted ? all.toSorted((a, b) => compare(a.label, b.label)) : all
  return (
    <select
      className="lw-input"
      id={id}
      name={htmlName}
      autoComplete={uiSchema?.['ui:autocomplete']}
      autoFocus={focus === name}
      defaultValue={value === undefined ? '' : String(value)}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy(id, options.help !== undefined, wrong)}
    >
      <option value="">{t('choose')}</option>
      {listed.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

interface Options {
  kind?: string
  /** The names of the parts, where the kind has words of its own for them. */
  parts?: Readonly<Record<string, string>>
}

/** An answer that is asked with several controls, such as a date as people say it: day, month, year. */
function PartsWidget({ id, name, htmlName, value, options, uiSchema, registry }: WidgetProps) {
  const { errors, focus, t } = registry.formContext as FormContext
  const { kind = null, parts: names } = options as Options
  const { asked, split } = kindNamed(kind)?.parts ?? { asked: [], split: () => [] }
  const wrong = errors[name] !== undefined
  const typed = split(String(value ?? ''))
  const autocomplete: string | undefined = uiSchema?.['ui:autocomplete']
  return (
    <div className="lw-parts">
      {asked.map(({ id: part, length }, index) => (
        <label key={part} className={length > 2 ? 'lw-part lw-part-long' : 'lw-part'}>
          <span>{names?.[part] ?? t(part)}</span>
          <input
            className="lw-input"
            id={optionId(id, index)}
            name={`${htmlName}[${part}]`}
            inputMode="numeric"
            autoComplete={autocomplete && `${autocomplete}-${part}`}
            autoFocus={index === 0 && focus === name}
            maxLength={length}
            defaultValue={typed[index] ?? ''}
            aria-invalid={wrong || undefined}
          />
        </label>
      ))}
    </div>
  )
}

/** What a kind that was added draws: HTML first, then its script. A line of text in place of one that fails. */
function OwnWidget(props: WidgetProps) {
  const { id, name, htmlName, value, options, registry } = props
  const { errors, focus, form } = registry.formContext as FormContext
  const { kind = null, help } = options as TextOptions & Options
  const { widget } = kindNamed(kind) ?? {}
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    try {
      const end = element.current && widget?.start?.(element.current)
      if (typeof end === 'function') return () => end()
    } catch (error) {
      reportError(error)
    }
  }, [widget])
  const wrong = errors[name] !== undefined
  const control = (position = 0) => ({
    id: widget?.isGroup ? optionId(id, position) : id,
    name: htmlName,
    autoFocus: position === 0 && focus === name,
    'aria-invalid': wrong || undefined,
    'aria-describedby': widget?.isGroup ? undefined : describedBy(id, help !== undefined, wrong),
  })
  try {
    const drawn = widget?.draw({
      h: createElement as WidgetParts['h'],
      control,
      value: typed(value, form),
      words: ownKindWords(form.locale)[String(kind)] ?? {},
      locale: form.locale,
    })
    if (drawn) return <div ref={element}>{drawn as ReactNode}</div>
  } catch (error) {
    // The question can be answered in any case. Only browsers have someone to tell.
    globalThis.reportError?.(error)
  }
  return <TextWidget {...props} />
}

/** An answer as it is typed. */
function typed(value: unknown, { locale }: FormContext['form']): string {
  return typeof value === 'number' ? numberText(value, locale) : String(value ?? '')
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
  const { errors, focus, form, markRequired, marks, prefix, t } = registry.formContext as FormContext
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
      <div id={here} className={`${className} lw-field-consent`}>
        {below}
      </div>
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
  const items = Map.groupBy(properties, ({ name }) => fieldPlace(name).item)
  // What belongs to the whole step, such as its consents, follows what is asked several times.
  const single = items.get(undefined) ?? []
  items.delete(undefined)
  return (
    <>
      {[...items].map(([item, fields], index) => (
        <RepeatedItem key={item} repeat={repeat} index={index} count={items.size} registry={registry}>
          {fields.map(({ content }) => content)}
        </RepeatedItem>
      ))}
      {items.size < repeat.max && (
        <button
          type="submit"
          className="lw-button lw-button-quiet lw-item-button"
          name={control.go}
          value={control.add}
        >
          {repeat.add}
        </button>
      )}
      {single.map(({ content }) => content)}
    </>
  )
}

/** What the rows of a table of choices have in common; undefined of other fields. */
function tableOf(name: string, uiSchema: UiSchema): string | undefined {
  return getUiOptions(uiSchema[name]).table === undefined ? undefined : `table ${fieldPlace(name).group}`
}

interface StepFieldProps {
  repeat: Repeat
  /** From 0. */
  index: number
  count: number
  registry: Registry
  children: ReactNode
}

/** One of several: “Driver 2”, its fields, and a button that removes it as long as it may go. */
function RepeatedItem({ repeat: { title, min }, index, count, registry, children }: StepFieldProps) {
  const { t } = registry.formContext as FormContext
  const name = `${title} ${index + 1}`
  return (
    <fieldset className="lw-item">
      <legend className="lw-item-title">{name}</legend>
      {children}
      {count > min && (
        <button
          type="submit"
          className="lw-button lw-button-quiet lw-item-button"
          name={control.go}
          value={control.remove + index}
        >
          {t('remove')} <span className="lw-hidden">{name}</span>
        </button>
      )}
    </fieldset>
  )
}

interface TextOptions {
  inputType?: 'text' | 'email' | 'tel' | 'url'
  inputMode?: 'numeric' | 'decimal'
  width?: 'short'
  help?: string
  /** Whether the unit stands beside the input, under the id that ends in -unit. */
  unit?: boolean
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
      defaultValue={typed(value, form)}
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

/** Another answer than the one that was typed. */
export interface Suggestion {
  /** The name of the control. */
  name: string
  address: string
  take: () => void
}

/** What our templates and widgets need beside what rjsf hands them. */
export interface FormContext {
  /** Field id → the sentence to show at it. */
  errors: Readonly<Record<string, string>>
  /** The field that takes the focus when the page opens. */
  focus: string | null
  form: Pick<ResolvedForm, 'id' | 'locale' | 'market' | 'steps'>
  /** Whether a word marks what is required, in place of one at what is not. */
  markRequired: boolean
  /** Field id → the stars that lead to its hint. */
  marks: ReadonlyMap<string, string>
  /** Begins the ids of all that is in the form: none other on its page has it. */
  prefix: string
  /** Set where the step's fields are asked several times. */
  repeat?: Repeat | undefined
  /** What was likely meant at one of the fields. */
  suggestion: Suggestion | null
  /** What is known of towns and streets, and the fields that are looked up. */
  help: AddressHelp | undefined
  lookedUp: readonly string[]
  /** Draws a question that is answered with files, where one asks for some. */
  files: ComponentType<WidgetProps> | undefined
  /** By field id the condition that an answer on the same screen can meet. Plain objects: rjsf compares them. */
  revealedBy: Readonly<Record<string, When | undefined>>
  /** The ids of those that are not asked yet: hidden, and not sent. */
  waiting: readonly string[]
  t: Translate
}
