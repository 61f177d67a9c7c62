import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils'
import { createElement, Fragment, type ReactNode, useEffect, useRef } from 'react'
import { control, itemName, type JourneyStep } from '#engine/form/journey'
import {
  type Answers,
  answerTo,
  answerWords,
  fieldPlace,
  kindNamed,
  ownKindWords,
  plainWords,
  type Repeat,
  type ResolvedField,
  type ResolvedForm,
  type Translate,
  type WidgetParts,
} from '#engine/form/model'
import { currencySign } from '#engine/form/values'
import { describedBy, optionId, typedText } from './control-id.ts'
import type { FormContext, TextOptions } from './form-context.ts'

// What a first screen of choices and lines of text does without. The browser loads this file with the first step that needs
// it (web/shims/parts.ts), which `needsFurther` tells.

/** What fewer fields are drawn with, by the `ui:widget` names of the language. */
const widgets: RegistryWidgetsType = {
  amount: AmountWidget,
  parts: PartsWidget,
  select: SelectWidget,
  textarea: TextareaWidget,
  own: OwnWidget,
  'own-group': OwnWidget,
}

export function furtherWidgets(): RegistryWidgetsType {
  return widgets
}

/** A number with what it counts beside it; an amount of money with its currency's sign, where the language puts that. */
function AmountWidget(props: WidgetProps) {
  const { text: TextWidget } = props.registry.widgets
  const { form } = props.registry.formContext as FormContext
  const { unit } = props.options
  const { sign, before } = unit
    ? { sign: String(unit), before: false }
    : currencySign(form.market.currency, form.locale)
  const options = { inputMode: 'decimal', ...props.options, width: 'short', unit: true }
  return (
    <span className={before ? 'lw-amount lw-amount-before' : 'lw-amount'}>
      {TextWidget && <TextWidget {...props} options={options} />}
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
      value: typedText(value, form),
      words: ownKindWords(form.locale)[String(kind)] ?? {},
      locale: form.locale,
    })
    if (drawn) return <div ref={element}>{drawn as ReactNode}</div>
  } catch (error) {
    // The question can be answered in any case. Only browsers have someone to tell.
    globalThis.reportError?.(error)
  }
  const { text: TextWidget } = registry.widgets
  return TextWidget && <TextWidget {...props} />
}

export interface MoreOptionsProps {
  all: readonly { value: unknown; drawn: ReactNode }[]
  /** How many are shown at first, and how many are listed: what follows those is no item of the list. */
  tiles: number
  listed: number
  /** The one chosen. */
  value: unknown
  t: Translate
}

/** So many options need no search. */
const few = 6

/** The first options of a long list; the others unfold, and are searched. */
export function MoreOptions({ all, tiles, listed, value, t }: MoreOptionsProps) {
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

export interface RepeatedItemsProps {
  repeat: Repeat
  /** The fields of the step by their names. */
  fields: readonly { name: string; content: ReactNode }[]
  registry: WidgetProps['registry']
}

/** What is asked several times, and a button that adds one. */
export function RepeatedItems({ repeat, fields, registry }: RepeatedItemsProps) {
  const items = Map.groupBy(fields, ({ name }) => fieldPlace(name).item)
  // What belongs to the whole step, such as its consents, follows what is asked several times.
  const single = items.get(undefined) ?? []
  items.delete(undefined)
  return (
    <>
      {/* Enter presses the first submit button, and must not remove anything. */}
      <button type="submit" className="lw-hidden" name={control.go} value="on" tabIndex={-1} aria-hidden />
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

interface RepeatedItemProps {
  repeat: Repeat
  /** From 0. */
  index: number
  count: number
  registry: WidgetProps['registry']
  children: ReactNode
}

/** One of several: “Driver 2”, its fields, and a button that removes it as long as it may go. */
function RepeatedItem({ repeat: { title, min }, index, count, registry, children }: RepeatedItemProps) {
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

export interface AnswersSoFarProps {
  form: ResolvedForm
  /** The steps of this route, and which of them is shown. */
  steps: readonly JourneyStep[]
  at: number
  answers: Answers
  /** The level of the step's heading; a form at 1 has the page for itself, and room beside it. */
  level: 1 | 2
  t: Translate
}

/** What was answered in the steps before, each with a button that leads back to it, and which steps are still to come. */
export function AnswersSoFar({ form, steps, at, answers, level, t }: AnswersSoFarProps) {
  if (at < 1) return null
  const stepOf = (id: string) => form.steps.find((step) => step.id === id)
  const here = steps[at]?.step
  const toCome = steps.slice(at + 1).filter(({ id, step }) => id === step && step !== here)
  const [Title, Item] = level === 1 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const)
  return (
    <details
      ref={level === 1 ? openWhereWide : null}
      className={level === 1 ? 'lw-answers lw-slip lw-answers-beside' : 'lw-answers'}
    >
      <summary>{t('answersSoFar')}</summary>
      {steps.slice(0, at).map(({ id, step, asked }, index) => {
        const { title, repeat } = stepOf(id) ?? {}
        return (
          <section key={id}>
            {steps[index - 1]?.step !== step && <Title className="lw-answers-title">{title}</Title>}
            {answered(asked, answers).map(([item, fields]) => (
              <Fragment key={item ?? ''}>
                {repeat && typeof item === 'number' && (
                  <Item className="lw-answers-item">{itemName(repeat, item)}</Item>
                )}
                <dl>
                  {fields.map(({ field, answer }) => (
                    <div key={field.id}>
                      <dt>{plainWords(field.words.title)}</dt>
                      <dd>{answerWords(field, answer, form)}</dd>
                    </div>
                  ))}
                </dl>
              </Fragment>
            ))}
            <button type="submit" className="lw-link" name={control.go} value={control.to + id}>
              {t('change')}{' '}
              <span className="lw-hidden">{step === id ? title : plainWords(asked[0]?.words.title ?? '')}</span>
            </button>
          </section>
        )
      })}
      {toCome.length > 0 && (
        <section className="lw-answers-next">
          <Title className="lw-answers-title">{t('next')}</Title>
          <ul>
            {toCome.map(({ id }) => (
              <li key={id}>{stepOf(id)?.title}</li>
            ))}
          </ul>
        </section>
      )}
      {form.keepAnswers && <p className="lw-answers-kept">{t('keptOnDevice', { count: form.keepAnswers.days })}</p>}
      {/* It asks first, without a script too. */}
      <details className="lw-restart">
        <summary>{t('startAgain')}</summary>
        <p>{t('startAgainText')}</p>
        <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.restart}>
          {t('startAgainSure')}
        </button>
      </details>
    </details>
  )
}

/** The height of a page's drawing with some air, in pixels. */
const drawing = 330

/** Only a wide screen has room for the answers next to the questions. Few of them leave the page's drawing where it is. */
function openWhereWide(panel: HTMLDetailsElement | null): void {
  const step = panel?.parentElement
  if (!panel || !step || !matchMedia('(min-width: 992px)').matches) return
  const room = step.offsetHeight
  panel.open = true
  const head = step.querySelector<HTMLElement>(':scope > .lw-head')?.offsetHeight ?? 0
  panel.classList.toggle('lw-answers-few', head + panel.offsetHeight + drawing < room)
}

/** The fields that have an answer, those of each item together. */
function answered(asked: readonly ResolvedField[], answers: Answers) {
  const fields = asked.flatMap((field) => {
    const answer = answerTo(field.id, answers)
    return answer === undefined || field.kind === 'count' ? [] : [{ field, answer }]
  })
  return [...Map.groupBy(fields, ({ field }) => field.place.item)]
}
