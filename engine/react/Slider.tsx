import { useLayoutEffect, useRef, useState } from 'react'
import { readText } from '#engine/form/journey'
import { answerWords, type FieldSchema, type ResolvedForm, type Translate } from '#engine/form/model'
import { numberText } from '#engine/form/values'

export interface SliderProps {
  /** The id of the input above it. */
  id: string
  label: string
  schema: object
  options: object
  form: Pick<ResolvedForm, 'locale' | 'market'>
  t: Translate
}

interface Options {
  step: number
  kind?: string
  unit?: string
}

/**
 * A slider below the input of a number, in step with it. The input has the answer: until a script runs, there is only room
 * for the slider, and none where no script will (form.css).
 */
export function Slider({ id, label, schema: ofField, options, form, t }: SliderProps) {
  const { step, kind = null, unit } = options as Options
  const schema = ofField as FieldSchema
  const [minimum, maximum] = [Number(schema.minimum), Number(schema.maximum)]
  const field = { kind, schema, words: { title: label, ...(unit && { unit }) } }
  const slider = useRef<HTMLInputElement>(null)
  const [isReady, setReady] = useState(false)
  const words = (value: number) => answerWords(field, value, form)
  const input = () => document.getElementById(id) as HTMLInputElement

  /** A screen reader would say a bare number. */
  const tell = (value: number | null) =>
    slider.current?.setAttribute('aria-valuetext', value === null ? t('noAnswerYet') : words(value))

  // The form hears of it by the same event, on its way up.
  const slid = () => {
    const value = Number(slider.current?.value)
    input().value = numberText(value, form.locale)
    tell(value)
    // What was refused is judged again, as if the visitor had left the input.
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may move its ends
  useLayoutEffect(() => {
    const [range, typed] = [slider.current, input()]
    if (!range) return
    const follow = () => {
      const answer = readText(typed.value, field, form)
      range.value = String(typeof answer === 'number' ? answer : minimum)
      tell(typeof answer === 'number' ? answer : null)
    }
    follow()
    setReady(true)
    typed.addEventListener('input', follow)
    return () => typed.removeEventListener('input', follow)
  }, [minimum, maximum])

  return (
    <div className={isReady ? 'lw-slider' : 'lw-slider lw-slider-waiting'}>
      <input
        ref={slider}
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        defaultValue={minimum}
        autoComplete="off"
        aria-label={t('slider', { title: label })}
        onChange={slid}
      />
      <div aria-hidden>
        <span>{words(minimum)}</span>
        <span>{words(maximum)}</span>
      </div>
    </div>
  )
}
